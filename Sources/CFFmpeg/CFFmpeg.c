// Forwards to FFmpeg through dlopen, by the sonames that the headers name.

#include "CFFmpeg.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define TEXT(value) TEXT_OF(value)
#define TEXT_OF(value) #value

int cffmpeg_load(struct cffmpeg *functions) {
    void *util = dlopen("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    void *codec = dlopen("libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    void *format = dlopen("libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (util == NULL || codec == NULL || format == NULL) return 0;
    void *symbol;
#define LOAD(library, name) \
    symbol = dlsym(library, #name); \
    if (symbol == NULL) return 0; \
    memcpy(&functions->name, &symbol, sizeof symbol);
#define LOAD_FORMAT(name) LOAD(format, name)
#define LOAD_CODEC(name) LOAD(codec, name)
#define LOAD_UTIL(name) LOAD(util, name)
    CFFMPEG_FORMAT(LOAD_FORMAT)
    CFFMPEG_CODEC(LOAD_CODEC)
    CFFMPEG_UTIL(LOAD_UTIL)
    return 1;
}

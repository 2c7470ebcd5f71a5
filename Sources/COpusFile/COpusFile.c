// Forwards to libopusfile through dlopen. Its soname has been 0 since version 0.2.

#include "COpusFile.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

int copusfile_load(struct copusfile *functions) {
    void *library = dlopen("libopusfile.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    void *symbol;
#define LOAD(name) \
    symbol = dlsym(library, #name); \
    if (symbol == NULL) return 0; \
    memcpy(&functions->name, &symbol, sizeof symbol);
    LOAD(op_open_callbacks)
    LOAD(op_free)
    LOAD(op_channel_count)
    LOAD(op_pcm_total)
    LOAD(op_pcm_tell)
    LOAD(op_pcm_seek)
    LOAD(op_read_float)
#undef LOAD
    return 1;
}

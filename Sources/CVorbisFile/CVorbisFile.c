// Forwards to libvorbisfile through dlopen. Its soname has been 3 since version 1.0.

#include "CVorbisFile.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

int cvorbisfile_load(struct cvorbisfile *functions) {
    void *library = dlopen("libvorbisfile.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    void *symbol;
#define LOAD(name) \
    symbol = dlsym(library, #name); \
    if (symbol == NULL) return 0; \
    memcpy(&functions->name, &symbol, sizeof symbol);
    CVORBISFILE_FUNCTIONS(LOAD)
#undef LOAD
    return 1;
}

// Forwards to libebur128 through pointers that dlopen fills.

#include "cebur128.h"

#include <dlfcn.h>
#include <pthread.h>

// ebur128.h: `enum channel`; `enum mode`, with the modes that each includes.
enum { dual_mono = 6 };
enum { mode_integrated = (1 << 2) | (1 << 0), mode_true_peak = (1 << 5) | (1 << 4) | (1 << 0) };

static struct {
    ebur128_state *(*init)(unsigned channels, unsigned long rate, int mode);
    void (*destroy)(ebur128_state **state);
    int (*add)(ebur128_state *state, const double *frames, size_t count);
    int (*loudness)(ebur128_state *state, double *lufs);
    int (*true_peak)(ebur128_state *state, unsigned channel, double *peak);
    int (*set_channel)(ebur128_state *state, unsigned channel, int value);
    int (*change)(ebur128_state *state, unsigned channels, unsigned long rate);
    int (*multiple)(ebur128_state **states, size_t count, double *lufs);
} library;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *symbol(void *handle, const char *name)
{
    void *found = dlsym(handle, name);
    if (!found) failure = "libebur128.so.1 is not the library that is known";
    return found;
}

static void open_library(void)
{
    void *handle = dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        failure = "libebur128.so.1 is not installed (package libebur128-1)";
        return;
    }
    library.init = symbol(handle, "ebur128_init");
    library.destroy = symbol(handle, "ebur128_destroy");
    library.add = symbol(handle, "ebur128_add_frames_double");
    library.loudness = symbol(handle, "ebur128_loudness_global");
    library.true_peak = symbol(handle, "ebur128_true_peak");
    library.set_channel = symbol(handle, "ebur128_set_channel");
    library.change = symbol(handle, "ebur128_change_parameters");
    library.multiple = symbol(handle, "ebur128_loudness_global_multiple");
}

const char *cebur128_open(void)
{
    pthread_once(&once, open_library);
    return failure;
}

ebur128_state *cebur128_start(unsigned channels, unsigned long rate)
{
    return library.init(channels, rate, mode_integrated | mode_true_peak);
}

void cebur128_end(ebur128_state *state) { library.destroy(&state); }

int cebur128_add(ebur128_state *state, const double *frames, size_t count)
{
    return library.add(state, frames, count);
}

int cebur128_loudness(ebur128_state *state, double *lufs) { return library.loudness(state, lufs); }

int cebur128_true_peak(ebur128_state *state, unsigned channel, double *peak)
{
    return library.true_peak(state, channel, peak);
}

void cebur128_count_twice(ebur128_state *state) { library.set_channel(state, 0, dual_mono); }

int cebur128_rest(ebur128_state *state) { return library.change(state, 1, 8000); }

int cebur128_loudness_multiple(ebur128_state **states, size_t count, double *lufs)
{
    return library.multiple(states, count, lufs);
}

// Stands in front of libasound's calls that take samples and of SDL's that show a picture. Preloaded into other
// programs, ours among them; any of their threads.

#define _GNU_SOURCE
#include "start_probe.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void tell(int64_t kind)
{
    const char *descriptor = getenv(START_PROBE_VARIABLE);
    if (!descriptor) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct start_probe_record record = {kind, now.tv_sec * 1000000000LL + now.tv_nsec};
    // A reader that does not keep up loses records; it never keeps the program waiting.
    if (write(atoi(descriptor), &record, sizeof record) < 0) return;
}

static void tell_samples(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told)) tell(START_PROBE_SAMPLES);
}

// Silence that a program writes while it has no music yet is no music.
static int is_silent(void *pcm, const void *samples, unsigned long frames)
{
    static long (*bytes_of)(void *, long);
    if (!bytes_of) bytes_of = (long (*)(void *, long))dlsym(RTLD_DEFAULT, "snd_pcm_frames_to_bytes");
    long count = bytes_of ? bytes_of(pcm, (long)frames) : 0;
    const unsigned char *bytes = samples;
    for (long place = 0; place < count; place++)
        if (bytes[place]) return 0;
    return count > 0;
}

// The types are those of alsa-lib's pcm.h, spelt so that this needs no header of it.
long snd_pcm_writei(void *pcm, const void *samples, unsigned long frames)
{
    static long (*real)(void *, const void *, unsigned long);
    if (!real) real = (long (*)(void *, const void *, unsigned long))dlsym(RTLD_NEXT, "snd_pcm_writei");
    if (!is_silent(pcm, samples, frames)) tell_samples();
    return real(pcm, samples, frames);
}

long snd_pcm_mmap_commit(void *pcm, unsigned long offset, unsigned long frames)
{
    static long (*real)(void *, unsigned long, unsigned long);
    if (!real) real = (long (*)(void *, unsigned long, unsigned long))dlsym(RTLD_NEXT, "snd_pcm_mmap_commit");
    tell_samples();
    return real(pcm, offset, frames);
}

// SDL_video.h and SDL_render.h.
int SDL_UpdateWindowSurface(void *window)
{
    static int (*real)(void *);
    if (!real) real = (int (*)(void *))dlsym(RTLD_NEXT, "SDL_UpdateWindowSurface");
    int result = real(window);
    tell(START_PROBE_PICTURE);
    return result;
}

void SDL_RenderPresent(void *renderer)
{
    static void (*real)(void *);
    if (!real) real = (void (*)(void *))dlsym(RTLD_NEXT, "SDL_RenderPresent");
    real(renderer);
    tell(START_PROBE_PICTURE);
}

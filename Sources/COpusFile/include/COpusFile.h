// libopusfile, opened when the first Opus file is played: nothing links it. Any thread.
//
// What is used of <opus/opusfile.h> (the same since version 0.2) is declared here: that header needs an include path of
// its own, which a Swift package cannot give to those who import it.

#ifndef CARILLON_COPUSFILE_H
#define CARILLON_COPUSFILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct OggOpusFile OggOpusFile;

typedef struct OpusFileCallbacks {
    int (*_Nullable read)(void *_Nullable stream, unsigned char *_Nullable bytes, int count);
    int (*_Nullable seek)(void *_Nullable stream, int64_t offset, int whence);
    int64_t (*_Nullable tell)(void *_Nullable stream);
    int (*_Nullable close)(void *_Nullable stream);
} OpusFileCallbacks;

enum { OP_HOLE = -3, OP_EREAD = -128, OP_ENOTFORMAT = -132, OP_EBADHEADER = -133, OP_EVERSION = -134 };

// The library's functions under their own names.
struct copusfile {
    OggOpusFile *_Nullable (*_Nonnull op_open_callbacks)(
        void *_Nullable stream, const OpusFileCallbacks *_Nonnull callbacks, const unsigned char *_Nullable front,
        size_t frontCount, int *_Nullable error);
    void (*_Nonnull op_free)(OggOpusFile *_Nonnull file);
    int (*_Nonnull op_channel_count)(const OggOpusFile *_Nonnull file, int link);
    int64_t (*_Nonnull op_pcm_total)(const OggOpusFile *_Nonnull file, int link);
    int64_t (*_Nonnull op_pcm_tell)(const OggOpusFile *_Nonnull file);
    int (*_Nonnull op_pcm_seek)(OggOpusFile *_Nonnull file, int64_t frame);
    int (*_Nonnull op_read_float)(
        OggOpusFile *_Nonnull file, float *_Nonnull samples, int sampleCount, int *_Nullable link);
};

// Opens the library and fills in its functions; 0 when it is not installed.
int copusfile_load(struct copusfile *_Nonnull functions);

#endif

// libvorbisfile, opened when the first Vorbis file is played: nothing links it. Any thread.

#ifndef CARILLON_CVORBISFILE_H
#define CARILLON_CVORBISFILE_H

#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/vorbisfile.h>

#define CVORBISFILE_FUNCTIONS(X) \
    X(ov_open_callbacks) X(ov_clear) X(ov_info) X(ov_seekable) X(ov_pcm_total) X(ov_pcm_seek) X(ov_read_float) \
    X(ov_pcm_tell) X(ov_raw_tell)

// The library's functions under their own names.
struct cvorbisfile {
#define CVORBISFILE_FIELD(name) __typeof__(&name) _Nonnull name;
    CVORBISFILE_FUNCTIONS(CVORBISFILE_FIELD)
#undef CVORBISFILE_FIELD
};

// Opens the library and fills in its functions; 0 when it is not installed.
int cvorbisfile_load(struct cvorbisfile *_Nonnull functions);

#endif

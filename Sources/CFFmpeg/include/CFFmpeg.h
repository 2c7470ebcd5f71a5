// FFmpeg, opened when the first file is played that needs it: nothing links it. Any thread.
//
// Its structures differ from one major version to the next, so exactly the version these headers belong to is opened.

#ifndef CARILLON_CFFMPEG_H
#define CARILLON_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/samplefmt.h>

#define CFFMPEG_FORMAT(X) \
    X(av_find_input_format) X(avformat_alloc_context) X(avformat_open_input) X(avformat_close_input) \
    X(av_read_frame) X(av_seek_frame) X(avio_alloc_context) X(avio_context_free)

#define CFFMPEG_CODEC(X) \
    X(avcodec_find_decoder) X(avcodec_alloc_context3) X(avcodec_free_context) X(avcodec_parameters_to_context) \
    X(avcodec_open2) X(avcodec_send_packet) X(avcodec_receive_frame) X(avcodec_flush_buffers) X(avcodec_get_name) \
    X(avcodec_descriptor_get) X(av_packet_alloc) X(av_packet_free) X(av_packet_unref)

#define CFFMPEG_UTIL(X) \
    X(av_frame_alloc) X(av_frame_free) X(av_malloc) X(av_free) X(av_dict_set) X(av_dict_free) X(av_log_set_level) \
    X(av_sample_fmt_is_planar) X(av_get_packed_sample_fmt)

// FFmpeg's functions under their own names.
struct cffmpeg {
#define CFFMPEG_FIELD(name) __typeof__(&name) _Nonnull name;
    CFFMPEG_FORMAT(CFFMPEG_FIELD)
    CFFMPEG_CODEC(CFFMPEG_FIELD)
    CFFMPEG_UTIL(CFFMPEG_FIELD)
#undef CFFMPEG_FIELD
};

// Opens the libraries and fills in their functions; 0 when one of them is not installed.
int cffmpeg_load(struct cffmpeg *_Nonnull functions);

// Macros that Swift does not see.
static const int cffmpeg_format_major = LIBAVFORMAT_VERSION_MAJOR;
static const int cffmpeg_end = AVERROR_EOF;
static const int cffmpeg_again = AVERROR(EAGAIN);
static const int cffmpeg_io_error = AVERROR(EIO);
static const int cffmpeg_out_of_memory = AVERROR(ENOMEM);
static const int64_t cffmpeg_no_time = AV_NOPTS_VALUE;
static const uint32_t cffmpeg_protected_tag = MKTAG('d', 'r', 'm', 's');

// The planes of a frame, one a channel, or a single one.
static inline const uint8_t *_Nullable cffmpeg_plane(const AVFrame *_Nonnull frame, int index) {
    return frame->extended_data[index];
}

#endif

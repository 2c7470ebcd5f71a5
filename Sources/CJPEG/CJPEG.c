// Every function that calls libjpeg sets its own jump target, so a longjmp stays inside this file.
#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
// After jpeglib.h: the message codes.
#include <jerror.h>

struct JPEGStream {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    char message[JMSG_LENGTH_MAX];
    int scan_limit;
    int is_cut;
    /// Where the decoder was when the data ended: the scan, from 1, and its row of blocks.
    int cut_scan;
    unsigned cut_row;
    uint8_t bytes[];
};

static void leave(j_common_ptr info)
{
    JPEGStream *stream = info->client_data;
    info->err->format_message(info, stream->message);
    longjmp(stream->failed, 1);
}

static void note(j_common_ptr info, int level)
{
    JPEGStream *stream = info->client_data;
    if (level >= 0 || info->err->msg_code != JWRN_JPEG_EOF || stream->is_cut) return;
    stream->is_cut = 1;
    stream->cut_scan = stream->info.input_scan_number;
    stream->cut_row = stream->info.input_iMCU_row;
}

static void stay_silent(j_common_ptr info)
{
    (void)info;
}

// A small file may ask for the whole picture to be gone through thousands of times.
static void count_scans(j_common_ptr info)
{
    JPEGStream *stream = info->client_data;
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > stream->scan_limit) {
        snprintf(stream->message, sizeof stream->message, "more than %d scans", stream->scan_limit);
        longjmp(stream->failed, 1);
    }
}

JPEGStream *jpeg_stream_open(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, JPEGHeader *header, char message[256])
{
    JPEGStream *stream = calloc(1, sizeof *stream + count);
    if (!stream) {
        snprintf(message, 256, "out of memory");
        return NULL;
    }
    memcpy(stream->bytes, bytes, count);
    stream->scan_limit = scan_limit;
    stream->info.err = jpeg_std_error(&stream->errors);
    stream->errors.error_exit = leave;
    stream->errors.emit_message = note;
    stream->errors.output_message = stay_silent;
    stream->info.client_data = stream;
    if (setjmp(stream->failed)) {
        snprintf(message, 256, "%s", stream->message);
        jpeg_stream_close(stream);
        return NULL;
    }
    jpeg_create_decompress(&stream->info);
    stream->info.mem->max_memory_to_use = (long)memory_limit;
    stream->progress.progress_monitor = count_scans;
    stream->info.progress = &stream->progress;
    jpeg_mem_src(&stream->info, stream->bytes, count);
    jpeg_read_header(&stream->info, TRUE);
    header->width = stream->info.image_width;
    header->height = stream->info.image_height;
    header->components = (uint32_t)stream->info.num_components;
    header->isProgressive = jpeg_has_multiple_scans(&stream->info);
    return stream;
}

int jpeg_stream_start(JPEGStream *stream, int eighths, JPEGOutput *output)
{
    struct jpeg_decompress_struct *info = &stream->info;
    if (setjmp(stream->failed)) return -1;
    const int has_ink = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = has_ink ? JCS_CMYK : JCS_EXT_BGRX;
    info->scale_num = (unsigned)eighths;
    info->scale_denom = 8;
    info->dct_method = JDCT_ISLOW;
    jpeg_start_decompress(info);
    output->width = info->output_width;
    output->height = info->output_height;
    output->pixels = !has_ink ? JPEGPixelsBGRX : info->saw_Adobe_marker ? JPEGPixelsInvertedCMYK : JPEGPixelsCMYK;
    return 0;
}

int jpeg_stream_read_row(JPEGStream *stream, uint8_t *row)
{
    if (setjmp(stream->failed)) return -1;
    JSAMPROW rows[1] = {row};
    if (jpeg_read_scanlines(&stream->info, rows, 1) == 1) return 0;
    snprintf(stream->message, sizeof stream->message, "no further rows");
    return -1;
}

int jpeg_stream_arrived_permille(const JPEGStream *stream)
{
    const unsigned row_count = stream->info.total_iMCU_rows;
    if (!stream->is_cut) return 1000;
    if (stream->cut_scan > 1 || row_count == 0) return 999;
    return (int)((2 * (uint64_t)stream->cut_row + 1) * 500 / row_count);
}

const char *jpeg_stream_message(const JPEGStream *stream)
{
    return stream->message;
}

void jpeg_stream_close(JPEGStream *stream)
{
    if (!stream) return;
    jpeg_destroy_decompress(&stream->info);
    free(stream);
}

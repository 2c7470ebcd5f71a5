// Every function that calls libpng sets its own jump target, so a longjmp stays inside this file.
#include "CPNG.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct PNGStream {
    png_structp png;
    png_infop info;
    size_t count, position;
    char message[256];
    uint8_t bytes[];
};

static void leave(png_structp png, png_const_charp message)
{
    PNGStream *stream = png_get_error_ptr(png);
    if (stream) snprintf(stream->message, sizeof stream->message, "%s", message);
    png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep destination, size_t count)
{
    PNGStream *stream = png_get_io_ptr(png);
    if (count > stream->count - stream->position) png_error(png, "the file ends too early");
    memcpy(destination, stream->bytes + stream->position, count);
    stream->position += count;
}

PNGStream *png_stream_open(
    const uint8_t *bytes, size_t count, uint32_t side_limit, size_t chunk_limit, PNGHeader *header, char message[256])
{
    PNGStream *stream = calloc(1, sizeof *stream + count);
    if (!stream) {
        snprintf(message, 256, "out of memory");
        return NULL;
    }
    memcpy(stream->bytes, bytes, count);
    stream->count = count;
    stream->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, stream, leave, stay_silent);
    if (stream->png) stream->info = png_create_info_struct(stream->png);
    if (!stream->info || setjmp(png_jmpbuf(stream->png))) {
        snprintf(message, 256, "%s", stream->message[0] ? stream->message : "libpng cannot be used");
        png_stream_close(stream);
        return NULL;
    }
    png_set_read_fn(stream->png, stream, read_bytes);
    png_set_user_limits(stream->png, side_limit, side_limit);
    png_set_chunk_malloc_max(stream->png, chunk_limit);
    png_set_chunk_cache_max(stream->png, 16);
    // Taken in small pieces, so that of a file that is cut nearly everything in front of the cut is seen.
    png_set_compression_buffer_size(stream->png, 512);
    png_set_keep_unknown_chunks(stream->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_read_info(stream->png, stream->info);
    header->width = png_get_image_width(stream->png, stream->info);
    header->height = png_get_image_height(stream->png, stream->info);
    header->isInterlaced = png_get_interlace_type(stream->png, stream->info) != PNG_INTERLACE_NONE;
    return stream;
}

int png_stream_start(PNGStream *stream)
{
    if (setjmp(png_jmpbuf(stream->png))) return -1;
    png_set_expand(stream->png);
    png_set_scale_16(stream->png);
    png_set_gray_to_rgb(stream->png);
    png_set_bgr(stream->png);
    png_set_add_alpha(stream->png, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(stream->png);
    png_read_update_info(stream->png, stream->info);
    if (png_get_rowbytes(stream->png, stream->info) == (size_t)4 * png_get_image_width(stream->png, stream->info))
        return 0;
    snprintf(stream->message, sizeof stream->message, "a pixel format that libpng does not turn into BGRA");
    return -1;
}

int png_stream_read_row(PNGStream *stream, uint8_t *row)
{
    if (setjmp(png_jmpbuf(stream->png))) return -1;
    png_read_row(stream->png, row, NULL);
    return 0;
}

const char *png_stream_message(const PNGStream *stream)
{
    return stream->message;
}

void png_stream_close(PNGStream *stream)
{
    if (!stream) return;
    if (stream->png) png_destroy_read_struct(&stream->png, &stream->info, NULL);
    free(stream);
}

uint8_t *png_stream_write(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *count)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_BGRA};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *written = malloc(size);
    if (written && png_image_write_to_memory(&image, written, &size, 0, pixels, 0, NULL)) {
        *count = size;
        return written;
    }
    png_image_free(&image);
    free(written);
    return NULL;
}

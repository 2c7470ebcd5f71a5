// libpng for Swift: errors come back as values, because a longjmp must not cross a Swift frame. Any thread;
// one reader belongs to one thread at a time.
#ifndef CARILLON_CPNG_H
#define CARILLON_CPNG_H

#include <stddef.h>
#include <stdint.h>

typedef struct PNGStream PNGStream;

typedef struct {
    uint32_t width, height;
    int isInterlaced;
} PNGHeader;

/// Copies the bytes and reads the header. NULL and a message when it is not a PNG that can be read.
PNGStream *png_stream_open(
    const uint8_t *bytes, size_t count, uint32_t side_limit, size_t chunk_limit, PNGHeader *header, char message[256]);
/// Sets up 8-bit BGRA output, alpha not premultiplied. 0, or -1 and a message.
int png_stream_start(PNGStream *stream);
/// One row of BGRA. An interlaced picture is gone through seven times, each row merged into what it held before.
/// 0, or -1 and a message.
int png_stream_read_row(PNGStream *stream, uint8_t *row);
const char *png_stream_message(const PNGStream *stream);
void png_stream_close(PNGStream *stream);

/// Writes BGRA rows, alpha not premultiplied, as a PNG. The caller frees the result. NULL when memory is short.
uint8_t *png_stream_write(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *count);

#endif

// libjpeg-turbo for Swift: errors come back as values, because a longjmp must not cross a Swift frame. Any thread;
// one reader belongs to one thread at a time.
#ifndef CARILLON_CJPEG_H
#define CARILLON_CJPEG_H

#include <stddef.h>
#include <stdint.h>

typedef struct JPEGStream JPEGStream;

/// How the four or so bytes of a pixel are to be read.
enum JPEGPixels {
    JPEGPixelsBGRX = 0,
    /// Ink amounts: 255 is full ink.
    JPEGPixelsCMYK = 1,
    /// Adobe's: 255 is no ink.
    JPEGPixelsInvertedCMYK = 2,
};

/// What is known behind the header.
typedef struct {
    uint32_t width, height;
    uint32_t components;
    /// All coefficients must be held in memory before the first row.
    int isProgressive;
} JPEGHeader;

/// What comes out after scaling.
typedef struct {
    uint32_t width, height;
    int pixels;
} JPEGOutput;

/// Copies the bytes and reads the header. NULL and a message when it is not a JPEG that can be read.
JPEGStream *jpeg_stream_open(
    const uint8_t *bytes, size_t count, size_t memory_limit, int scan_limit, JPEGHeader *header, char message[256]);
/// Starts decoding at `eighths`/8 of the size (1 ... 8). 0, or -1 and a message.
int jpeg_stream_start(JPEGStream *stream, int eighths, JPEGOutput *output);
/// One row of four bytes a pixel. 0, or -1 and a message.
int jpeg_stream_read_row(JPEGStream *stream, uint8_t *row);
/// Thousandths of the picture that were in the data, as far as has been read; 1000 while the data has not ended early.
/// The row of blocks in which it ended counts half. Once the first scan is whole every row is there, and later scans
/// only sharpen it: 999.
int jpeg_stream_arrived_permille(const JPEGStream *stream);
const char *jpeg_stream_message(const JPEGStream *stream);
void jpeg_stream_close(JPEGStream *stream);

#endif

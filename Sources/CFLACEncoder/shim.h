#include <FLAC/metadata.h>
#include <FLAC/stream_encoder.h>

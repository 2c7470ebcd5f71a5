// A library to be preloaded into a player, so that `carillon bench` knows when its first samples reach ALSA and when
// its pictures reach the screen.

#ifndef CARILLON_START_PROBE_H
#define CARILLON_START_PROBE_H

#include <stdint.h>

// The variable with the number of the descriptor that records are written to.
#define START_PROBE_VARIABLE "CARILLON_START_PROBE"

// What a record tells of: the first samples, once; every picture, when it has been handed over.
#define START_PROBE_SAMPLES 1
#define START_PROBE_PICTURE 2

struct start_probe_record {
    int64_t kind;
    // CLOCK_MONOTONIC.
    int64_t nanoseconds;
};

#endif

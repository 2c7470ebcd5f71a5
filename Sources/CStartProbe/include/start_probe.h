// A library to be preloaded into a player, so that `carillon bench` knows when its first samples reach ALSA.

#ifndef CARILLON_START_PROBE_H
#define CARILLON_START_PROBE_H

// The variable with the number of the descriptor to write to: one `struct timespec` of CLOCK_MONOTONIC, once.
#define START_PROBE_VARIABLE "CARILLON_START_PROBE"

#endif

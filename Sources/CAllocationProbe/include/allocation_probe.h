// A library to be preloaded into `carillon bench frames`, so that it can count what a frame takes from the heap.

#ifndef CARILLON_ALLOCATION_PROBE_H
#define CARILLON_ALLOCATION_PROBE_H

// Blocks that the calling thread has taken so far, those made larger included.
long allocation_probe_count(void);

#endif

// libebur128, opened when it is first needed: who never measures need not have it.

#ifndef CARILLON_CEBUR128_H
#define CARILLON_CEBUR128_H

#include <stddef.h>

// A measurement under way.
typedef struct ebur128_state ebur128_state;

// Opens the library. NULL when it is there with all that is needed, else why not; the text is static or valid until the
// thread's next call. Idempotent; any thread.
const char *cebur128_open(void);

// The rest only after `cebur128_open` gave NULL.

// A measurement of integrated loudness and true peak (EBUR128_MODE_I, EBUR128_MODE_TRUE_PEAK); NULL when it cannot be.
ebur128_state *cebur128_start(unsigned channels, unsigned long rate);

void cebur128_end(ebur128_state *state);

// Takes interleaved frames, full scale 1. Not 0 when memory ran out.
int cebur128_add(ebur128_state *state, const double *frames, size_t count);

// Integrated loudness in LUFS; minus infinity when nothing was above the gate. Not 0 on failure.
int cebur128_loudness(ebur128_state *state, double *lufs);

// The largest true peak of a channel so far, as a factor. Not 0 on failure.
int cebur128_true_peak(ebur128_state *state, unsigned channel, double *peak);

// The only channel sounds from both sides: it counts as two.
void cebur128_count_twice(ebur128_state *state);

// Nothing more is added: the memory for samples is given back, what was measured of loudness stays, true peaks do not.
int cebur128_rest(ebur128_state *state);

// Integrated loudness of several measurements as if of one piece (one relative gate over all their blocks).
int cebur128_loudness_multiple(ebur128_state **states, size_t count, double *lufs);

#endif

// Counts what a thread takes from the heap and which locks it takes, for tests of real-time code.

#ifndef CARILLON_ALLOCATION_COUNTER_H
#define CARILLON_ALLOCATION_COUNTER_H

// Starts counting on the calling thread, from zero.
void counter_start(void);

// Stops counting on the calling thread.
void counter_stop(void);

// malloc, calloc, realloc, aligned allocations and free, since `counter_start`.
long counter_allocations(void);

// Of these the blocks of more than COUNTER_LARGE bytes: arrays and texts. In code that was built without optimising,
// iterators and closures take smaller ones.
#define COUNTER_LARGE 48
long counter_large_allocations(void);

// pthread mutex and read-write locks, and futex system calls, since `counter_start`.
long counter_locks(void);

#endif

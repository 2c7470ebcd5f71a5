// The least claim of a thread on processor and disk.

#ifndef CARILLON_IDLE_PRIORITY_H
#define CARILLON_IDLE_PRIORITY_H

// The calling thread runs when nothing else wants to (SCHED_IDLE) and reads when nobody else does (I/O class idle), each
// where the system allows it; niceness 19 in any case.
void idle_priority_take(void);

#endif

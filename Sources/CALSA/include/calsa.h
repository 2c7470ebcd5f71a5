// libasound for Swift, a variadic error handler, and the calls of Linux that Swift's Glibc module leaves out.
// Any thread.

#ifndef CARILLON_CALSA_H
#define CARILLON_CALSA_H

#include <alsa/asoundlib.h>
#include <poll.h>
#include <time.h>

// Makes libasound keep its complaints to itself: each goes to a buffer of the thread that met it, not to stderr.
// Idempotent.
void calsa_keep_messages(void);

// The first complaint of this thread since `calsa_forget_message`, without file and line; "" when there was none.
// Valid until the thread's next call of libasound.
const char *calsa_first_message(void);

void calsa_forget_message(void);

// ppoll(2) without a signal mask.
int calsa_poll(struct pollfd *descriptors, unsigned long count, const struct timespec *timeout);

// Names the calling thread, in at most 15 bytes, and gives the kernel's number for it.
int calsa_name_thread(const char *name);

#endif

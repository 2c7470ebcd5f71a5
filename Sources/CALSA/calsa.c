// Keeps the words libasound would print to stderr, one buffer a thread; and thin forwards to Linux.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "calsa.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static _Thread_local char message[256];

// The first complaint is the cause; what follows is each caller passing it on.
static void keep(const char *file, int line, const char *function, int err, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)err;
    if (message[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
}

static void install(void)
{
// Newer releases of libasound deprecate this in favour of a call that older ones lack.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    snd_lib_error_set_handler(keep);
#pragma GCC diagnostic pop
}

void calsa_keep_messages(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

const char *calsa_first_message(void)
{
    return message;
}

void calsa_forget_message(void)
{
    message[0] = '\0';
}

int calsa_poll(struct pollfd *descriptors, unsigned long count, const struct timespec *timeout)
{
    return ppoll(descriptors, count, timeout, NULL);
}

int calsa_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
    return gettid();
}

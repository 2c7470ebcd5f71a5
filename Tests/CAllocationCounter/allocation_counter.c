// Interposes the heap and the locks of the whole test process; counts only on a thread that asked for it.

#define _GNU_SOURCE
#include "allocation_counter.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int counting;
static __thread long allocations;
static __thread long large_allocations;
static __thread long locks;

void counter_start(void) {
    allocations = 0;
    large_allocations = 0;
    locks = 0;
    counting = 1;
}

void counter_stop(void) { counting = 0; }
long counter_allocations(void) { return allocations; }
long counter_large_allocations(void) { return large_allocations; }
long counter_locks(void) { return locks; }

static void allocated(size_t size)
{
    if (!counting) return;
    allocations++;
    if (size > COUNTER_LARGE) large_allocations++;
}

static void locked(void) { if (counting) locks++; }

void *malloc(size_t size) { allocated(size); return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { allocated(count * size); return __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { allocated(size); return __libc_realloc(block, size); }
void free(void *block) { allocated(0); __libc_free(block); }
void *memalign(size_t alignment, size_t size) { allocated(size); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { allocated(size); return __libc_memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    allocated(size);
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}

#define FORWARD(name, type, argument)                                          \
    int name(type *argument) {                                                 \
        static int (*real)(type *);                                            \
        if (!real) real = (int (*)(type *))dlsym(RTLD_NEXT, #name);            \
        locked();                                                              \
        return real(argument);                                                 \
    }

FORWARD(pthread_mutex_lock, pthread_mutex_t, mutex)
FORWARD(pthread_mutex_trylock, pthread_mutex_t, mutex)
FORWARD(pthread_rwlock_rdlock, pthread_rwlock_t, lock)
FORWARD(pthread_rwlock_wrlock, pthread_rwlock_t, lock)

// Swift's `Mutex` waits by futex(2) through `syscall`; an uncontended one never comes here, so a render function that
// touches one is found by its source, not by this count.
long syscall(long number, ...) {
    static long (*real)(long, ...);
    if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    if (number == SYS_futex) locked();
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    return real(number, a, b, c, d, e, f);
}

// What glibc has no function for, or no name that Swift sees.

#define _GNU_SOURCE
#include "idle_priority.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/ioprio.h: one process or thread; the class stands above 13 bits of level.
enum { ioprio_who_process = 1, ioprio_idle = 3 << 13 };

void idle_priority_take(void)
{
    struct sched_param none = {0};
    // The kernel counts all three by thread; 0 is the calling one.
    setpriority(PRIO_PROCESS, 0, 19);
    sched_setscheduler(0, SCHED_IDLE, &none);
    syscall(SYS_ioprio_set, ioprio_who_process, 0, ioprio_idle);
}

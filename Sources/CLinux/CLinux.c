// Thin forwarding; the numbers come from the kernel's headers.
#include "CLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>

#include <linux/input.h>

_Static_assert(sizeof(struct input_event) == 24, "Swift reads 24 bytes an event");
_Static_assert(offsetof(struct input_event, type) == 16 && offsetof(struct input_event, value) == 20, "and these fields");

int evdev_grab(int descriptor)
{
    return ioctl(descriptor, EVIOCGRAB, 1);
}

int evdev_use_monotonic_clock(int descriptor)
{
    int clock = CLOCK_MONOTONIC;
    return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}

int evdev_name(int descriptor, uint8_t *name, size_t size)
{
    if (size == 0) return -1;
    const int count = ioctl(descriptor, EVIOCGNAME(size - 1), name);
    name[count < 0 ? 0 : (size_t)count < size ? (size_t)count : size - 1] = 0;
    return count;
}

int evdev_capabilities(int descriptor, unsigned type, uint8_t *bits, size_t size)
{
    return ioctl(descriptor, EVIOCGBIT(type, size), bits);
}

int evdev_properties(int descriptor, uint8_t *bits, size_t size)
{
    return ioctl(descriptor, EVIOCGPROP(size), bits);
}

int evdev_keys_down(int descriptor, uint8_t *bits, size_t size)
{
    return ioctl(descriptor, EVIOCGKEY(size), bits);
}

int evdev_switches_on(int descriptor, uint8_t *bits, size_t size)
{
    return ioctl(descriptor, EVIOCGSW(size), bits);
}

int evdev_axis(int descriptor, unsigned code, int32_t *value, int32_t *minimum, int32_t *maximum)
{
    struct input_absinfo info;
    if (ioctl(descriptor, EVIOCGABS(code), &info) < 0) return -1;
    *value = info.value;
    *minimum = info.minimum;
    *maximum = info.maximum;
    return 0;
}

int evdev_slots(int descriptor, unsigned code, int32_t *values, size_t count)
{
    struct {
        uint32_t code;
        int32_t values[64];
    } request = {.code = code};
    if (count > 64) {
        errno = EINVAL;
        return -1;
    }
    if (ioctl(descriptor, EVIOCGMTSLOTS(sizeof(uint32_t) + count * sizeof(int32_t)), &request) < 0) return -1;
    memcpy(values, request.values, count * sizeof(int32_t));
    return 0;
}

int folder_watch_open(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

int folder_watch_add(int watch, const char *path)
{
    const uint32_t events = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE
        | IN_DELETE_SELF | IN_ONLYDIR;
    return inotify_add_watch(watch, path, events);
}

// What Linux offers only as macros and variadic calls: evdev requests, inotify. Main thread.
// Every function gives 0 or a count, or -1 with errno.
#ifndef CARILLON_CLINUX_H
#define CARILLON_CLINUX_H

#include <stddef.h>
#include <stdint.h>

/// Events of `descriptor` come to nobody else.
int evdev_grab(int descriptor);
/// Stamps of `descriptor` are of CLOCK_MONOTONIC.
int evdev_use_monotonic_clock(int descriptor);
/// The device's name, with a zero at its end.
int evdev_name(int descriptor, uint8_t *name, size_t size);
/// Bit n of the answer: the device can send code n of `type`; of type 0, events of type n.
int evdev_capabilities(int descriptor, unsigned type, uint8_t *bits, size_t size);
/// Bit n: property INPUT_PROP n.
int evdev_properties(int descriptor, uint8_t *bits, size_t size);
/// Bit n: key n is down.
int evdev_keys_down(int descriptor, uint8_t *bits, size_t size);
/// Bit n: switch n is on.
int evdev_switches_on(int descriptor, uint8_t *bits, size_t size);
/// Value and range of an absolute axis.
int evdev_axis(int descriptor, unsigned code, int32_t *value, int32_t *minimum, int32_t *maximum);
/// The value of `code` in each of the first `count` (at most 64) slots.
int evdev_slots(int descriptor, unsigned code, int32_t *values, size_t count);

/// A descriptor that becomes readable when a watched folder changes.
int folder_watch_open(void);
/// Watches names, permissions and written content inside `path`.
int folder_watch_add(int watch, const char *path);

#endif

// The streams of BlueZ, asked over D-Bus through libsystemd, which is opened when it is first needed: who has no
// Bluetooth need not have it.

#ifndef CARILLON_CBLUEZ_H
#define CARILLON_CBLUEZ_H

#include <stddef.h>
#include <stdint.h>

// An object with the interface org.bluez.MediaTransport1 (doc/org.bluez.MediaTransport.rst of BlueZ).
typedef struct {
    // Cut at the end of the room. The object path of the device: "/org/bluez/hci0/dev_00_11_22_33_44_55"; the UUID of the
    // profile: "0000110a-0000-1000-8000-00805f9b34fb"; the state: "active" while it streams.
    char texts[3][128];
    uint8_t codec;
    // What the two ends agreed on, in the codec's own form; no more than the room is kept.
    uint8_t configuration[64];
    size_t configuration_size;
} cbluez_transport;

// Opens the library. NULL when it is there with all that is needed, else why not. Idempotent; any thread.
const char *cbluez_open(void);

// The rest only after `cbluez_open` gave NULL.

// Asks org.bluez for its transports, and never starts it. Blocks up to `microseconds` for the answer.
// address: of the bus; NULL for the system's.
// Gives how many there are, of which no more than `room` are written to `found`, or a negative error number.
int cbluez_transports(const char *address, uint64_t microseconds, cbluez_transport *found, size_t room);

#endif

// Calls of libsystemd through pointers that dlopen fills, and the way through the answer of BlueZ.

#include "cbluez.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message message;

// sd-bus.h: what each gives, its name without sd_bus_, what it takes.
#define CALLS(CALL) \
    CALL(int, new, (sd_bus **)) \
    CALL(int, set_address, (sd_bus *, const char *)) \
    CALL(int, set_bus_client, (sd_bus *, int)) \
    CALL(int, start, (sd_bus *)) \
    CALL(int, open_system, (sd_bus **)) \
    CALL(sd_bus *, flush_close_unref, (sd_bus *)) \
    CALL(int, call, (sd_bus *, message *, uint64_t, void *, message **)) \
    CALL(int, message_new_method_call, (sd_bus *, message **, const char *, const char *, const char *, const char *)) \
    CALL(int, message_set_auto_start, (message *, int)) \
    CALL(message *, message_unref, (message *)) \
    CALL(int, message_enter_container, (message *, char, const char *)) \
    CALL(int, message_exit_container, (message *)) \
    CALL(int, message_peek_type, (message *, char *, const char **)) \
    CALL(int, message_read_basic, (message *, char, void *)) \
    CALL(int, message_read_array, (message *, char, const void **, size_t *)) \
    CALL(int, message_skip, (message *, const char *))

#define POINTER(result, name, arguments) result(*name) arguments;
static struct { CALLS(POINTER) } library;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *symbol(void *handle, const char *name)
{
    void *found = handle ? dlsym(handle, name) : NULL;
    if (!found) failure = "libsystemd.so.0 is not installed (package libsystemd0), or not as it is known";
    return found;
}

static void open_library(void)
{
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
#define FILL(result, name, arguments) library.name = symbol(handle, "sd_bus_" #name);
    CALLS(FILL)
}

const char *cbluez_open(void)
{
    pthread_once(&once, open_library);
    return failure;
}

#define enter library.message_enter_container
#define leave library.message_exit_container
#define skip library.message_skip
#define read_basic library.message_read_basic

// The value of a property, which stands in a variant: what has another type than BlueZ documents is left out.
static int take_property(message *answer, const char *name, cbluez_transport *transport)
{
    static const struct { const char *name, *type; } known[5] = {
        {"Device", "o"}, {"UUID", "s"}, {"State", "s"}, {"Codec", "y"}, {"Configuration", "ay"},
    };
    char type = 0;
    const char *contents = NULL;
    int code = library.message_peek_type(answer, &type, &contents);
    if (code < 0) return code;
    int place = 0;
    while (place < 5 && strcmp(known[place].name, name)) place++;
    if (place == 5 || strcmp(known[place].type, contents)) return skip(answer, "v");
    if ((code = enter(answer, 'v', known[place].type)) < 0) return code;
    if (place < 3) {
        const char *value = "";
        code = read_basic(answer, known[place].type[0], &value);
        // The room is all zeros, and the last stays.
        strncpy(transport->texts[place], value, sizeof transport->texts[place] - 1);
    } else if (place == 3) {
        code = read_basic(answer, 'y', &transport->codec);
    } else {
        const void *bytes = NULL;
        size_t size = 0;
        code = library.message_read_array(answer, 'y', &bytes, &size);
        if (size > sizeof transport->configuration) size = sizeof transport->configuration;
        if (size) memcpy(transport->configuration, bytes, size);
        transport->configuration_size = size;
    }
    return code < 0 ? code : leave(answer);
}

// One object: its interfaces with their properties.
static int take_object(message *answer, cbluez_transport *found, size_t room, int *count)
{
    int code = skip(answer, "o");
    if (code < 0 || (code = enter(answer, 'a', "{sa{sv}}")) < 0) return code;
    while ((code = enter(answer, 'e', "sa{sv}")) > 0) {
        const char *name = NULL;
        if ((code = read_basic(answer, 's', &name)) < 0) return code;
        if (strcmp(name, "org.bluez.MediaTransport1")) {
            code = skip(answer, "a{sv}");
        } else {
            cbluez_transport transport = {0};
            if ((code = enter(answer, 'a', "{sv}")) < 0) return code;
            while ((code = enter(answer, 'e', "sv")) > 0) {
                if ((code = read_basic(answer, 's', &name)) < 0) return code;
                if ((code = take_property(answer, name, &transport)) < 0) return code;
                if ((code = leave(answer)) < 0) return code;
            }
            if (code >= 0) code = leave(answer);
            if ((size_t)*count < room) found[*count] = transport;
            ++*count;
        }
        if (code < 0 || (code = leave(answer)) < 0) return code;
    }
    return code < 0 ? code : leave(answer);
}

static int connect_to(const char *address, sd_bus **bus)
{
    if (!address) return library.open_system(bus);
    int code = library.new(bus);
    if (code >= 0) code = library.set_address(*bus, address);
    if (code >= 0) code = library.set_bus_client(*bus, 1);
    return code >= 0 ? library.start(*bus) : code;
}

int cbluez_transports(const char *address, uint64_t microseconds, cbluez_transport *found, size_t room)
{
    static const char *manager = "org.freedesktop.DBus.ObjectManager";
    sd_bus *bus = NULL;
    message *call = NULL, *answer = NULL;
    int count = 0;
    int code = connect_to(address, &bus);
    if (code >= 0)
        code = library.message_new_method_call(bus, &call, "org.bluez", "/", manager, "GetManagedObjects");
    if (code >= 0) code = library.message_set_auto_start(call, 0);
    if (code >= 0) code = library.call(bus, call, microseconds, NULL, &answer);
    if (code >= 0) code = enter(answer, 'a', "{oa{sa{sv}}}");
    while (code >= 0 && (code = enter(answer, 'e', "oa{sa{sv}}")) > 0) {
        code = take_object(answer, found, room, &count);
        if (code >= 0) code = leave(answer);
    }
    library.message_unref(answer);
    library.message_unref(call);
    if (bus) library.flush_close_unref(bus);
    return code < 0 ? code : count;
}

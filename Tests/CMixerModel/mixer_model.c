// A control plug-in of libasound whose state is a file of three bytes, shared by every process that opens it:
// left and right of `Digital Playback Volume` and `Digital Playback Switch`. A change of the file is an event.
//
//     ctl_type.model { lib "/…/libmixermodel.so" }
//     ctl.car { type model file "/…/mixer" }

// Without it libasound's macros make a plug-in that is linked, not loaded.
#ifndef PIC
#define PIC
#endif

#include "mixer_model.h"

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { volume_key = 0, switch_key = 1, element_count = 2 };

struct model {
    snd_ctl_ext_t ext;
    char path[512];
    int pending[element_count];
};

static const char *const names[element_count] = {"Digital Playback Volume", "Digital Playback Switch"};

static const unsigned int scale[] = {
    SND_CTL_TLVT_DB_SCALE, 8, (unsigned int)mixer_model_least_hundredths, mixer_model_step_hundredths};

static int load(struct model *model, unsigned char bytes[3])
{
    int file = open(model->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -ENODEV;
    ssize_t count = read(file, bytes, 3);
    close(file);
    return count == 3 ? 0 : -EIO;
}

static int store(struct model *model, const unsigned char bytes[3])
{
    int file = open(model->path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return -ENODEV;
    ssize_t count = pwrite(file, bytes, 3, 0);
    close(file);
    return count == 3 ? 0 : -EIO;
}

static int elem_count(snd_ctl_ext_t *ext)
{
    (void)ext;
    return element_count;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned int offset, snd_ctl_elem_id_t *id)
{
    (void)ext;
    if (offset >= element_count)
        return -EINVAL;
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, names[offset]);
    return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id)
{
    (void)ext;
    const char *name = snd_ctl_elem_id_get_name(id);
    for (snd_ctl_ext_key_t key = 0; key < element_count; key++)
        if (strcmp(name, names[key]) == 0)
            return key;
    return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned int *access, unsigned int *count)
{
    (void)ext;
    *access = SND_CTL_EXT_ACCESS_READWRITE;
    if (key == volume_key) {
        *type = SND_CTL_ELEM_TYPE_INTEGER;
        *access |= SND_CTL_EXT_ACCESS_TLV_READ;
        *count = 2;
    } else {
        *type = SND_CTL_ELEM_TYPE_BOOLEAN;
        *count = 1;
    }
    return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *least, long *most, long *step)
{
    (void)ext;
    *least = 0;
    *most = key == volume_key ? mixer_model_most : 1;
    *step = 1;
    return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
    unsigned char bytes[3];
    int code = load(ext->private_data, bytes);
    if (code < 0)
        return code;
    value[0] = key == volume_key ? bytes[0] : bytes[2];
    if (key == volume_key)
        value[1] = bytes[1];
    return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
    unsigned char bytes[3];
    int code = load(ext->private_data, bytes);
    if (code < 0)
        return code;
    unsigned char before[3];
    memcpy(before, bytes, 3);
    if (key == volume_key) {
        bytes[0] = (unsigned char)value[0];
        bytes[1] = (unsigned char)value[1];
    } else {
        bytes[2] = value[0] != 0;
    }
    if (memcmp(before, bytes, 3) == 0)
        return 0;
    code = store(ext->private_data, bytes);
    return code < 0 ? code : 1;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned int *mask)
{
    struct model *model = ext->private_data;
    char events[4096] __attribute__((aligned(8)));
    if (read(ext->poll_fd, events, sizeof events) > 0)
        for (int key = 0; key < element_count; key++)
            model->pending[key] = 1;
    for (int key = 0; key < element_count; key++) {
        if (!model->pending[key])
            continue;
        model->pending[key] = 0;
        elem_list(ext, (unsigned int)key, id);
        *mask = SND_CTL_EVENT_MASK_VALUE;
        return 1;
    }
    return -EAGAIN;
}

static void close_model(snd_ctl_ext_t *ext)
{
    struct model *model = ext->private_data;
    close(ext->poll_fd);
    free(model);
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_model,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .read_event = read_event,
};

SND_CTL_PLUGIN_DEFINE_FUNC(model)
{
    (void)root;
    const char *path = NULL;
    snd_config_iterator_t place, next;
    snd_config_for_each(place, next, conf)
    {
        snd_config_t *entry = snd_config_iterator_entry(place);
        const char *id;
        if (snd_config_get_id(entry, &id) >= 0 && strcmp(id, "file") == 0)
            snd_config_get_string(entry, &path);
    }
    struct model *model = calloc(1, sizeof *model);
    if (path == NULL || strlen(path) >= sizeof model->path || model == NULL) {
        free(model);
        return -EINVAL;
    }
    strcpy(model->path, path);
    model->ext.version = SND_CTL_EXT_VERSION;
    strcpy(model->ext.id, "model");
    strcpy(model->ext.driver, "model");
    strcpy(model->ext.name, "Model");
    strcpy(model->ext.longname, "A mixer in a file");
    strcpy(model->ext.mixername, "Model");
    model->ext.poll_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (model->ext.poll_fd < 0 || inotify_add_watch(model->ext.poll_fd, path, IN_CLOSE_WRITE) < 0) {
        int code = -errno;
        close(model->ext.poll_fd);
        free(model);
        return code;
    }
    model->ext.callback = &callbacks;
    model->ext.private_data = model;
    model->ext.tlv.p = scale;
    int code = snd_ctl_ext_create(&model->ext, name, mode);
    if (code < 0) {
        close_model(&model->ext);
        return code;
    }
    *handlep = model->ext.handle;
    return 0;
}

SND_CTL_PLUGIN_SYMBOL(model);

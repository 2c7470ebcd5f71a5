// The cards that are in, by libasound's control interface. Any thread but the real-time part of one.

import AudioCore
import CALSA

/// A sound card with something to play on.
struct SoundCard: Equatable {
    struct Device: Equatable {
        var number: Int
        var name: String
    }

    /// The kernel's number, which changes from boot to boot.
    var index: Int
    /// The name that stays.
    var id: String
    var name: String
    var devices: [Device]
}

enum SoundCards {
    /// Cards in the kernel's order; those without playback are left out.
    static func installed() -> [SoundCard] {
        calsa_keep_messages()
        var cards: [SoundCard] = []
        var index: Int32 = -1
        while snd_card_next(&index) >= 0, index >= 0 {
            if let card = card(index), !card.devices.isEmpty { cards.append(card) }
        }
        return cards
    }

    private static func card(_ index: Int32) -> SoundCard? {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(index)", SND_CTL_NONBLOCK) >= 0, let control = opened else { return nil }
        defer { snd_ctl_close(control) }
        var allocated: OpaquePointer?
        guard snd_ctl_card_info_malloc(&allocated) >= 0, let info = allocated else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) >= 0 else { return nil }
        return SoundCard(
            index: Int(index), id: String(cString: snd_ctl_card_info_get_id(info)),
            name: String(cString: snd_ctl_card_info_get_name(info)), devices: devices(of: control))
    }

    private static func devices(of control: OpaquePointer) -> [SoundCard.Device] {
        var allocated: OpaquePointer?
        guard snd_pcm_info_malloc(&allocated) >= 0, let info = allocated else { return [] }
        defer { snd_pcm_info_free(info) }
        var devices: [SoundCard.Device] = []
        var number: Int32 = -1
        while snd_ctl_pcm_next_device(control, &number) >= 0, number >= 0 {
            snd_pcm_info_set_device(info, UInt32(number))
            snd_pcm_info_set_subdevice(info, 0)
            snd_pcm_info_set_stream(info, SND_PCM_STREAM_PLAYBACK)
            // A device that only records refuses.
            guard snd_ctl_pcm_info(control, info) >= 0 else { continue }
            devices.append(
                SoundCard.Device(number: Int(number), name: String(cString: snd_pcm_info_get_name(info))))
        }
        return devices
    }
}

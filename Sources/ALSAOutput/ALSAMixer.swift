// A mixer of libasound: the owner of a snd_mixer_t. The mixer thread.

import AudioCore
import CALSA
import Glibc

/// The simple elements of a card's mixer.
final class ALSAMixer: MixerPort {
    private let bell: Bell
    private var mixer: OpaquePointer?
    private var element: OpaquePointer?
    /// The mixer's poll descriptors and, behind them, the bell's.
    private var descriptors: [pollfd] = []

    init(bell: Bell) {
        calsa_keep_messages()
        self.bell = bell
    }

    deinit { close() }

    func open(_ name: String) throws(AudioError) -> [MixerElement] {
        close()
        calsa_forget_message()
        var opened: OpaquePointer?
        var code = snd_mixer_open(&opened, 0)
        guard code >= 0, let opened else { throw Self.error(name, code) }
        code = snd_mixer_attach(opened, name)
        if code == -ENOENT || code == -ENODEV {
            // Definitions are read once; a card that came since then is not in them.
            snd_config_update_free_global()
            code = snd_mixer_attach(opened, name)
        }
        if code >= 0 { code = snd_mixer_selem_register(opened, nil, nil) }
        if code >= 0 { code = snd_mixer_load(opened) }
        guard code >= 0 else {
            snd_mixer_close(opened)
            throw Self.error(name, code)
        }
        mixer = opened
        let count = max(Int(snd_mixer_poll_descriptors_count(opened)), 0)
        descriptors = Array(repeating: pollfd(fd: -1, events: 0, revents: 0), count: count + 1)
        return elements(of: opened, name: name)
    }

    private static func error(_ name: String, _ code: Int32) -> AudioError {
        let words = String(cString: snd_strerror(code))
        return AudioError(.device, path: name, "has no mixer (\(words.prefix(1).lowercased() + words.dropFirst()))")
    }

    private func elements(of mixer: OpaquePointer, name: String) -> [MixerElement] {
        var elements: [MixerElement] = []
        var place = snd_mixer_first_elem(mixer)
        while let found = place {
            place = snd_mixer_elem_next(found)
            guard snd_mixer_selem_is_active(found) != 0, snd_mixer_selem_has_playback_volume(found) != 0 else {
                continue
            }
            var (low, high) = (0, 0)
            let hasScale = snd_mixer_selem_get_playback_dB_range(found, &low, &high) >= 0 && low <= high
            let title = String(cString: snd_mixer_selem_get_name(found))
            let index = snd_mixer_selem_get_index(found)
            elements.append(
                MixerElement(
                    name: title, index: Int(index), range: hasScale ? low...high : nil,
                    hasSwitch: snd_mixer_selem_has_playback_switch(found) != 0,
                    isUserMade: isUserMade(title, index, mixer, card: name)))
        }
        return elements
    }

    /// The control behind an element belongs to a program or a plug-in: ALSA's softvol makes such ones.
    private func isUserMade(_ title: String, _ index: UInt32, _ mixer: OpaquePointer, card: String) -> Bool {
        var handle: OpaquePointer?
        guard snd_mixer_get_hctl(mixer, card, &handle) >= 0, let handle, let control = snd_hctl_ctl(handle) else {
            return false
        }
        var allocated: OpaquePointer?
        guard snd_ctl_elem_info_malloc(&allocated) >= 0, let info = allocated else { return false }
        defer { snd_ctl_elem_info_free(info) }
        for suffix in [" Playback Volume", " Volume"] {
            snd_ctl_elem_info_clear(info)
            snd_ctl_elem_info_set_interface(info, SND_CTL_ELEM_IFACE_MIXER)
            snd_ctl_elem_info_set_name(info, title + suffix)
            snd_ctl_elem_info_set_index(info, index)
            if snd_ctl_elem_info(control, info) >= 0 { return snd_ctl_elem_info_is_user(info) != 0 }
        }
        return false
    }

    func select(_ wanted: MixerElement) -> Bool {
        element = nil
        guard let mixer else { return false }
        var place = snd_mixer_first_elem(mixer)
        while let found = place, element == nil {
            if String(cString: snd_mixer_selem_get_name(found)) == wanted.name,
                Int(snd_mixer_selem_get_index(found)) == wanted.index
            {
                element = found
            }
            place = snd_mixer_elem_next(found)
        }
        return element != nil
    }

    func level() -> Result<Int, MixerFailure> {
        guard let element else { return .failure(MixerFailure(code: Int(-ENODEV))) }
        var loudest: Int?
        var failure = Int(-ENXIO)
        for number in 0...SND_MIXER_SCHN_LAST.rawValue {
            let channel = snd_mixer_selem_channel_id_t(rawValue: number)
            guard snd_mixer_selem_has_playback_channel(element, channel) != 0 else { continue }
            var value = 0
            let code = snd_mixer_selem_get_playback_dB(element, channel, &value)
            if code >= 0 { loudest = max(loudest ?? value, value) } else { failure = Int(code) }
        }
        return loudest.map { .success($0) } ?? .failure(MixerFailure(code: failure))
    }

    func setLevel(_ hundredths: Int) -> Int {
        guard let element else { return Int(-ENODEV) }
        return Int(snd_mixer_selem_set_playback_dB_all(element, hundredths, -1))
    }

    func isOn() -> Bool {
        guard let element, snd_mixer_selem_has_playback_switch(element) != 0 else { return true }
        for number in 0...SND_MIXER_SCHN_LAST.rawValue {
            let channel = snd_mixer_selem_channel_id_t(rawValue: number)
            guard snd_mixer_selem_has_playback_channel(element, channel) != 0 else { continue }
            var value: Int32 = 1
            if snd_mixer_selem_get_playback_switch(element, channel, &value) < 0 || value != 0 { return true }
        }
        return false
    }

    func setOn(_ isOn: Bool) -> Int {
        guard let element else { return Int(-ENODEV) }
        guard snd_mixer_selem_has_playback_switch(element) != 0 else { return 0 }
        return Int(snd_mixer_selem_set_playback_switch_all(element, isOn ? 1 : 0))
    }

    func wait() -> MixerReadiness {
        var filled = 0
        if let mixer, !descriptors.isEmpty {
            let count = descriptors.count - 1
            filled = min(max(Int(snd_mixer_poll_descriptors(mixer, &descriptors, UInt32(count))), 0), count)
        } else {
            descriptors = [pollfd()]
        }
        descriptors[filled] = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        guard SystemClock.poll(&descriptors, count: filled + 1, timeout: nil) > 0 else { return [] }
        var readiness: MixerReadiness = descriptors[filled].revents != 0 ? .bell : []
        guard let mixer, filled > 0 else { return readiness }
        var events: UInt16 = 0
        if snd_mixer_poll_descriptors_revents(mixer, &descriptors, UInt32(filled), &events) < 0 {
            return readiness.union(.fault)
        }
        if events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 { readiness.insert(.fault) }
        if events & UInt16(POLLIN) != 0 { readiness.insert(.change) }
        return readiness
    }

    func takeChanges() -> Int {
        guard let mixer else { return Int(-ENODEV) }
        return Int(snd_mixer_handle_events(mixer))
    }

    func close() {
        if let mixer { snd_mixer_close(mixer) }
        mixer = nil
        element = nil
        descriptors = []
    }
}

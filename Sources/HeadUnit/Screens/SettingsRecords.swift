// The settings' part of the catalogue: rows of settings, of what each can be, and what stands beside them. Main thread.

import AudioCore
import TemplateKit

/// Gives the sources `settings.*` and the records `settings` and `setting`.
@MainActor
struct SettingsRecords {
    let desk: SettingsDesk
    let folders: FolderCounts

    /// The live source that `reference` names; nil for what is not about settings.
    func list(for reference: SourceReference) -> LiveList? {
        switch reference.name {
        case "settings.sound": rows(.sound) { $0.kind.isRow }
        case "settings.sound.switches": rows(.sound) { $0.kind.isToggle }
        case "settings.display": rows(.display) { $0.kind.isRow }
        case "settings.display.switches": rows(.display) { $0.kind.isToggle }
        case "settings.choices": reference.setting.map(choices)
        case "settings.levels": reference.setting.map(levels)
        case "settings.bands": bands
        case "settings.folders": folderRows
        case "settings.licences": licences
        default: nil
        }
    }

    func record(for reference: SourceReference) -> LiveRecord? {
        switch reference.name {
        case "settings": LiveRecord { [desk] in Self.overview(desk) }
        case "setting": reference.setting.map { setting in LiveRecord { [desk] in Self.page(of: setting, desk) } }
        default: nil
        }
    }

    // MARK: - Rows

    private func rows(_ group: Setting.Group, _ isMeant: @escaping @MainActor (Setting) -> Bool) -> LiveList {
        let desk = desk
        let table = SettingTable.settings(of: group).filter { isMeant($0) }
        return LiveList {
            table.indices.filter { table[$0].isShown(desk) }.map(Int32.init)
        } _: { _, key in
            let setting = table[Int(key)]
            return [
                "id": .key(key), "setting": .text(setting.key), "title": .text(desk.title(of: setting)),
                "detail": desk.explanation(of: setting.key).map(FieldValue.text) ?? .none,
                "value": .text(desk.shown(setting)), "isOn": .flag(setting.word(desk) == true.word),
            ]
        }
    }

    private func choices(_ setting: Setting) -> LiveList {
        let desk = desk
        if setting.key == "device" { desk.services.lookForDevices() }
        if setting.key == "equalizer" { desk.lookForEqualizerFile() }
        return LiveList {
            setting.choices(desk).indices.map(Int32.init)
        } _: { place, key in
            let choices = setting.choices(desk)
            guard choices.indices.contains(place) else { return nil }
            let choice = choices[place]
            let isChosen = choice.word == setting.word(desk)
            return [
                "id": .key(key), "setting": .text(setting.key), "to": .text(choice.word), "title": .text(choice.title),
                "detail": choice.detail.map(FieldValue.text) ?? .none, "isChosen": .flag(isChosen),
                "mark": isChosen ? .image(.icon("check")) : .none, "isEnabled": .flag(!choice.isAbsent),
            ]
        }
    }

    private func levels(_ setting: Setting) -> LiveList {
        let desk = desk
        let table = SettingTable.levels(under: setting.key)
        return LiveList {
            table.indices.filter { table[$0].isShown(desk) }.map(Int32.init)
        } _: { _, key in
            let level = table[Int(key)]
            guard case .level(let scale, _) = level.kind, let value = Double(level.word(desk)) else { return nil }
            return [
                "id": .key(key), "setting": .text(level.key), "title": .text(desk.title(of: level)),
                "value": .text(scale.text(value, desk)), "canFall": .flag(value > scale.range.lowerBound),
                "canRise": .flag(value < scale.range.upperBound),
            ]
        }
    }

    /// The bands of a curve that a file has placed freely.
    private var bands: LiveList {
        let desk = desk
        func bands() -> [EqualizerBand] {
            let curve = desk.sound.stages.equalizer.curve
            return curve.isGraphic ? [] : curve.bands
        }
        return LiveList {
            bands().indices.map(Int32.init)
        } _: { place, key in
            let bands = bands()
            guard bands.indices.contains(place) else { return nil }
            let band = bands[place]
            let q = desk.strings.language.string(decimal: band.q)
            return [
                "id": .key(key),
                "title": .text("\(desk.phrase("band." + band.shape.rawValue)) · \(desk.hertz(band.frequency))"),
                "value": .text(band.shape.hasGain ? "\(desk.decibels(band.gain)) · Q \(q)" : "Q \(q)"),
            ]
        }
    }

    private var folderRows: LiveList {
        LiveList { [folders] in
            folders.look()
            return folders.known.indices.map(Int32.init)
        } _: { [folders] place, key in
            guard folders.known.indices.contains(place) else { return nil }
            let folder = folders.known[place]
            return [
                "id": .key(key), "title": .text(folder.path.shown), "trackCount": .count(folder.trackCount),
                "isAbsent": .flag(!folder.isThere), "isHere": .flag(folder.isThere),
                "image": .image(.icon(folder.isThere ? "folder" : "stick")),
            ]
        }
    }

    private var licences: LiveList {
        LiveList {
            Licences.all.indices.map(Int32.init)
        } _: { place, key in
            guard Licences.all.indices.contains(place) else { return nil }
            return [
                "id": .key(key), "title": .text(Licences.all[place].name), "value": .text(Licences.all[place].licence),
            ]
        }
    }

    // MARK: - Records

    /// What the first screen of the settings, and that about the program, say.
    private static func overview(_ desk: SettingsDesk) -> Record {
        let library = desk.services.library.snapshot
        var record: Record = [
            "version": .text(Program.version),
            "trackCount": .count(library.tracks.count), "albumCount": .count(library.albums.count),
            "artistCount": .count(library.artistsByName.keys.count),
            "folderCount": .count(desk.services.musicFolders.count),
            "isScanning": .flag(desk.services.isScanning),
            "isGraphic": .flag(desk.sound.stages.equalizer.curve.isGraphic),
        ]
        for setting in SettingTable.all where setting.hasState && setting.isShown(desk) {
            record[setting.key] =
                setting.kind.isToggle ? .flag(setting.word(desk) == true.word) : .text(desk.shown(setting))
        }
        if let remaining = desk.services.player?.sleepRemaining {
            record["sleepMinutes"] = .count(Int((remaining / 60).rounded(.up)))
        }
        return record
    }

    private static func page(of setting: Setting, _ desk: SettingsDesk) -> Record {
        [
            "setting": .text(setting.key), "title": .text(desk.title(of: setting)),
            "detail": desk.explanation(of: setting.key).map(FieldValue.text) ?? .none,
            "value": .text(desk.shown(setting)),
            "hasLevels": .flag(!SettingTable.levels(under: setting.key).isEmpty),
        ]
    }
}

extension SourceReference {
    /// The setting that the argument names; nil where the table has none of that key.
    @MainActor
    fileprivate var setting: Setting? {
        guard case .text(let key)? = arguments["setting"] else { return nil }
        return SettingTable.setting(key)
    }
}

extension Setting {
    /// The record of all settings has a field of its name: not where there is only a screen behind it, nor for one of the
    /// octaves.
    fileprivate var hasState: Bool {
        if case .screen = kind { return false }
        return !key.contains(".")
    }
}

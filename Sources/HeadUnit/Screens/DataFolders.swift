// Where the program's own data lies: beside the installed program, or in the checkout it was built in. At start.

import AudioCore
import Glibc

/// The folders of screen documents and of assets.
struct DataFolders: Sendable {
    var templates: RawPath
    var assets: RawPath
    /// The documents that came with the program: they stand in for those that `templates` lacks.
    var shippedTemplates: RawPath?
    /// The assets that came with the program: they stand in for those that `assets` lacks.
    var shippedAssets: RawPath?

    /// The folders of assets, the own one first.
    var allAssets: [RawPath] { [assets] + (shippedAssets.map { $0 == assets ? [] : [$0] } ?? []) }

    /// Where icons are looked for, the own folder first: each that it lacks is the program's.
    var iconFolders: [RawPath] { allAssets.map { $0.appending("Icons") } }

    /// The icons by their names: the own, and of the program's those that have another name.
    var icons: [String: RawPath] {
        var icons: [String: RawPath] = [:]
        for folder in iconFolders.reversed() {
            for name in folder.visibleNames() where name.suffix(4).elementsEqual(".svg".utf8) {
                icons[String(decoding: name.dropLast(4), as: UTF8.self)] = folder.appending(name)
            }
        }
        return icons
    }

    /// The files of that name among the assets, the program's first: what stands in the own is laid over it. The own
    /// path where there is none anywhere.
    func layers(_ name: String) -> [RawPath] {
        let there = allAssets.map { $0.appending(name) }.filter { AssetFile.isThere($0) }
        return there.isEmpty ? [assets.appending(name)] : there.reversed()
    }

    /// Flags first, then `../share/carillon` seen from the program, then the checkout around it.
    /// - Returns: nil when there is no such folder anywhere.
    static func find(templates: RawPath?, assets: RawPath?) -> DataFolders? {
        let root = installed() ?? checkout()
        guard let templates = templates ?? root?.appending("Templates"),
            let assets = assets ?? root?.appending("Assets")
        else { return nil }
        return DataFolders(
            templates: templates, assets: assets, shippedTemplates: root?.appending("Templates"),
            shippedAssets: root?.appending("Assets"))
    }

    private static func installed() -> RawPath? {
        guard let folder = RawPath.ofProgram()?.directory else { return nil }
        let share = folder.directory.appending("share/carillon")
        return isRoot(share) ? share : nil
    }

    private static func checkout() -> RawPath? {
        var folder = RawPath.ofProgram()?.directory
        // .build/x86_64-unknown-linux-gnu/release, and some more for a test bundle.
        for _ in 0..<8 {
            guard let candidate = folder else { return nil }
            if isRoot(candidate) { return candidate }
            folder = candidate.bytes.count > 1 ? candidate.directory : nil
        }
        return nil
    }

    private static func isRoot(_ folder: RawPath) -> Bool {
        ["Templates/root.json", "Assets/Icons"].allSatisfy { name in
            folder.appending(name).withCString { access($0, R_OK) == 0 }
        }
    }
}

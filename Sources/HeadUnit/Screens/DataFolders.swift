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

    /// The program's own, where that is somewhere else than these.
    var shipped: DataFolders? {
        guard let templates = shippedTemplates, let assets = shippedAssets,
            templates != self.templates || assets != self.assets
        else { return nil }
        return DataFolders(templates: templates, assets: assets)
    }

    /// The own icons, or where there are none the program's.
    var icons: RawPath { asset("Icons") }

    /// A file or folder of the own assets, or where there is none of that name the program's.
    func asset(_ name: String) -> RawPath {
        let own = assets.appending(name)
        guard let shipped = shippedAssets?.appending(name) else { return own }
        return own.withCString { access($0, F_OK) } == 0 ? own : shipped
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

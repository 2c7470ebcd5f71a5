// What the kernel knows about connected panels: sysfs for names and EDID, DRM for panels without one. Main thread.

import Glibc

/// One output of the graphics hardware.
public struct PanelConnector: Hashable, Sendable {
    /// The kernel's name without the card: `DSI-1`, `HDMI-A-1`.
    public var name: String
    public var isConnected: Bool
    /// Millimetres of the picture area; 0 is unknown.
    public var widthMillimetres: Int
    public var heightMillimetres: Int
    /// The modes offered, best first: `1024x600`.
    public var modes: [String]

    public init(name: String, isConnected: Bool, widthMillimetres: Int, heightMillimetres: Int, modes: [String]) {
        self.name = name
        self.isConnected = isConnected
        self.widthMillimetres = widthMillimetres
        self.heightMillimetres = heightMillimetres
        self.modes = modes
    }

    /// All connectors under `sysfs`, completed with DRM's millimetres where a panel has no EDID.
    /// Call it after SDL owns the panel: the first to open a card becomes its master.
    public static func all(sysfs: String = "/sys/class/drm", devices: String = "/dev/dri") -> [PanelConnector] {
        var found: [PanelConnector] = []
        for entry in FolderListing.names(in: sysfs) {
            guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { continue }
            let folder = sysfs + "/" + entry
            guard let status = SmallFile.text(folder + "/status") else { continue }
            var connector = PanelConnector(
                name: String(entry[entry.index(after: dash)...]), isConnected: status.hasPrefix("connected"),
                widthMillimetres: 0, heightMillimetres: 0,
                modes: (SmallFile.text(folder + "/modes") ?? "").split(separator: "\n").map(String.init))
            if let size = SmallFile.read(folder + "/edid", limit: 65536).flatMap(edidSize) {
                (connector.widthMillimetres, connector.heightMillimetres) = size
            } else if connector.isConnected, let number = SmallFile.text(folder + "/connector_id").flatMap(number),
                let size = DRMConnectorSize.read(
                    device: devices + "/" + entry[..<dash], connector: number)
            {
                (connector.widthMillimetres, connector.heightMillimetres) = size
            }
            found.append(connector)
        }
        return found
    }

    /// The connector that most likely shows a picture of this many pixels.
    public static func showing(_ size: DisplayOptions.Size, of all: [PanelConnector]) -> PanelConnector? {
        let connected = all.filter(\.isConnected)
        let name = "\(size.width)x\(size.height)"
        return connected.first { $0.modes.first == name } ?? connected.first { $0.modes.contains(name) }
            ?? connected.first
    }

    private static func number(_ text: String) -> UInt32? {
        UInt32(text.prefix { $0.isASCII && $0.isNumber })
    }

    /// Millimetres from an EDID (VESA E-EDID A2, sections 3.6.2 and 3.10.2): the first detailed timing is exact to
    /// the millimetre, the basic parameters to the centimetre. Nil for anything that is not an EDID or says nothing.
    static func edidSize(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 128, bytes.prefix(8) == [0, 255, 255, 255, 255, 255, 255, 0] else { return nil }
        let timing = bytes[54..<72]
        let hasTiming = timing[54] != 0 || timing[55] != 0
        if hasTiming {
            let width = Int(timing[66]) | Int(timing[68] & 0xF0) << 4
            let height = Int(timing[67]) | Int(timing[68] & 0x0F) << 8
            if width > 0, height > 0 { return (width, height) }
        }
        let width = Int(bytes[21]) * 10
        let height = Int(bytes[22]) * 10
        return width > 0 && height > 0 ? (width, height) : nil
    }
}

// Which renderer starts and how dense the panel is, from facts that the tests make.

import Scene
import TestSupport
import Testing

@testable import SDLDisplay

@Suite("Panel and renderer")
struct PanelTests {
    @Test(
        "the renderer is chosen from what was asked, the driver and the GPU",
        arguments: [
            (
                DisplayOptions.Renderer.auto, "x11", false,
                RendererChoice(kind: .software, plainFramebuffer: true, mayFallBack: true)
            ),
            (.auto, "x11", true, RendererChoice(kind: .gles, plainFramebuffer: false, mayFallBack: true)),
            (.auto, "wayland", false, RendererChoice(kind: .software, plainFramebuffer: false, mayFallBack: true)),
            (.auto, "KMSDRM", false, RendererChoice(kind: .gles, plainFramebuffer: false, mayFallBack: true)),
            (.software, "KMSDRM", true, RendererChoice(kind: .software, plainFramebuffer: false, mayFallBack: false)),
            (.software, "x11", true, RendererChoice(kind: .software, plainFramebuffer: true, mayFallBack: false)),
            (.gles, "x11", false, RendererChoice(kind: .gles, plainFramebuffer: false, mayFallBack: false)),
        ])
    func choice(asked: DisplayOptions.Renderer, driver: String, hasGPU: Bool, expected: RendererChoice) {
        #expect(RendererChoice.decide(requested: asked, driver: driver, hasRenderNode: hasGPU) == expected)
    }

    @Test("a render node is seen, a card alone is none")
    func renderNode() throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "dri/card0")
        #expect(!RendererChoice.hasRenderNode(in: folder.path + "/dri"))
        try folder.write([], to: "dri/renderD128")
        #expect(RendererChoice.hasRenderNode(in: folder.path + "/dri"))
        #expect(!RendererChoice.hasRenderNode(in: folder.path + "/absent"))
    }

    /// The first block of an EDID, with sizes in centimetres and in millimetres.
    private func edid(centimetres: (UInt8, UInt8), millimetres: (Int, Int)?) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        (bytes[21], bytes[22]) = centimetres
        if let (width, height) = millimetres {
            bytes[54] = 1
            bytes[66] = UInt8(width & 255)
            bytes[67] = UInt8(height & 255)
            bytes[68] = UInt8((width >> 8) << 4 | height >> 8)
        }
        return bytes
    }

    @Test("EDID: millimetres of the first timing are preferred to centimetres")
    func edidSizes() {
        #expect(PanelConnector.edidSize(edid(centimetres: (15, 9), millimetres: (154, 86))) ?? (0, 0) == (154, 86))
        #expect(PanelConnector.edidSize(edid(centimetres: (60, 34), millimetres: (598, 336))) ?? (0, 0) == (598, 336))
        #expect(PanelConnector.edidSize(edid(centimetres: (15, 9), millimetres: nil)) ?? (0, 0) == (150, 90))
        #expect(PanelConnector.edidSize(edid(centimetres: (0, 0), millimetres: nil)) == nil)
    }

    @Test("a cut or foreign EDID gives nothing", arguments: 0..<128)
    func cutEDID(length: Int) {
        #expect(
            PanelConnector.edidSize(Array(edid(centimetres: (15, 9), millimetres: (154, 86)).prefix(length))) == nil)
    }

    @Test("connectors are read from sysfs; the one with the mode that runs is ours")
    func connectors() throws {
        let folder = TemporaryFolder()
        try folder.write(Array("disconnected\n".utf8), to: "card0-HDMI-A-2/status")
        try folder.write(Array("connected\n".utf8), to: "card0-HDMI-A-1/status")
        try folder.write(Array("1024x600\n800x600\n".utf8), to: "card0-HDMI-A-1/modes")
        try folder.write(edid(centimetres: (15, 9), millimetres: (154, 90)), to: "card0-HDMI-A-1/edid")
        try folder.write(Array("connected\n".utf8), to: "card1-DSI-1/status")
        try folder.write(Array("800x480\n".utf8), to: "card1-DSI-1/modes")
        try folder.write(Array("33\n".utf8), to: "card1-DSI-1/connector_id")
        try folder.write([], to: "version")
        let all = PanelConnector.all(sysfs: folder.path, devices: folder.path)
        #expect(all.map(\.name) == ["HDMI-A-1", "HDMI-A-2", "DSI-1"])
        #expect(all[0].widthMillimetres == 154)
        #expect(all[2].widthMillimetres == 0)
        #expect(PanelConnector.showing(.init(width: 800, height: 480), of: all)?.name == "DSI-1")
        #expect(PanelConnector.showing(.init(width: 1024, height: 600), of: all)?.name == "HDMI-A-1")
        #expect(PanelConnector.showing(.init(width: 640, height: 480), of: all)?.name == "HDMI-A-1")
        #expect(PanelConnector.all(sysfs: folder.path + "/none").isEmpty)
    }

    private func panel(_ width: Int, _ height: Int) -> PanelConnector {
        PanelConnector(
            name: "DSI-1", isConnected: true, widthMillimetres: width, heightMillimetres: height, modes: [])
    }

    @Test("dpi comes from the panel's millimetres, and outside 100-350 it is 160 with a warning")
    func density() {
        let size = DisplayOptions.Size(width: 1024, height: 600)
        let right = Density.resolve(requested: nil, isWindow: false, connector: panel(154, 90), size: size)
        #expect(right == Density(dpi: 169, warning: nil))
        // A portrait panel that reports its sides the other way round.
        #expect(Density.resolve(requested: nil, isWindow: false, connector: panel(90, 154), size: size).dpi == 169)
        for connector in [panel(1540, 900), panel(16, 9), panel(0, 0)] {
            let doubted = Density.resolve(requested: nil, isWindow: false, connector: connector, size: size)
            #expect(doubted.dpi == 160)
            #expect(doubted.warning != nil)
        }
        #expect(Density.resolve(requested: nil, isWindow: true, connector: nil, size: size) == Density(dpi: 160))
        #expect(Density.resolve(requested: 210, isWindow: true, connector: nil, size: size) == Density(dpi: 210))
        #expect(Density.resolve(requested: 99, isWindow: true, connector: nil, size: size).dpi == 160)
        #expect(Density.resolve(requested: 351, isWindow: false, connector: panel(154, 90), size: size).warning != nil)
    }
}

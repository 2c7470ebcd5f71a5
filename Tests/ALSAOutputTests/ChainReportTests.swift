// What libasound's description of a chain is taken to mean. The texts are the shape of alsa-lib 1.2.8's.

import AudioCore
import Testing

@testable import ALSAOutput

@Suite("the chain behind a PCM")
struct ChainReportTests {
    private static let setup = """
        Its setup is:
          stream       : PLAYBACK
          access       : RW_INTERLEAVED
          format       : S16_LE
          rate         : 44100
          exact rate   : 44100 (44100/1)
        """

    private func chain(_ lines: String...) -> ChainReport {
        ChainReport(dump: lines.map { $0 + "\n" + Self.setup + "\n" }.joined(), rate: 44_100)
    }

    private let format = DeviceFormat(rate: 44_100, channels: 2, layout: .s16, significantBits: 16)
    private let card = "Hardware PCM card 1 'USB Audio: it's a DAC' device 2 subdevice 0"

    @Test("a bare card is direct, and can be rewound")
    func bareCard() {
        let chain = chain(card)
        #expect(chain.hardware == HardwareAddress(card: 1, device: 2, subdevice: 0))
        #expect(chain.canRewind && !chain.endsInNull)
        let directness = chain.directness(
            for: format, wire: WireFormat(formatName: "S16_LE", rate: 44_100, channels: 2))
        #expect(directness.isDirect == true && directness.reason == nil)
    }

    private let agreeing = WireFormat(formatName: "S16_LE", rate: 44_100, channels: 2)

    @Test("as long as the kernel does not say what the card runs at, nobody knows")
    func kernelSilent() {
        let directness = chain(card).directness(for: format, wire: nil)
        #expect(directness.isDirect == nil)
        #expect(directness.reason == "the kernel does not show what it runs the card at")
    }

    @Test("plug without a conversion is transparent")
    func plug() {
        #expect(chain("Plug PCM: " + card).directness(for: format, wire: agreeing).isDirect == true)
    }

    @Test("a resampler is named with its rate")
    func resampler() {
        let chain = chain(
            "Plug PCM: Rate conversion PCM (48000, sformat=S16_LE)\nConverter: libspeex (external)\nProtocol version: 10003",
            "Slave: " + card)
        #expect(chain.resampled == OutputResampling(from: 44_100, to: 48_000, by: "alsa:libspeex"))
        #expect(chain.directness(for: format, wire: nil).isDirect == false)
        #expect(chain.directness(for: format, wire: nil).reason == "ALSA resamples to 48000 Hz (libspeex)")
        #expect(!chain.canRewind)
    }

    @Test("ALSA's own converter is named too")
    func linearResampler() {
        let chain = chain("Rate conversion PCM (48000)\nConverter: linear-interpolation", "Slave: Null PCM")
        #expect(chain.resampled?.by == "alsa:linear-interpolation")
        #expect(chain.endsInNull)
    }

    @Test(
        "a stage that changes samples is said",
        arguments: [
            "Soft volume PCM\nControl: Master Playback Volume\nmin_dB: -51\nmax_dB: 0\nresolution: 256",
            "Direct Stream Mixing PCM", "Linear conversion PCM (S32_LE)", "Route conversion PCM (sformat=S32_LE)",
            "Linear Integer <-> Linear Float conversion PCM (S32_LE)", "Upmix Plugin", "LADSPA PCM",
            "Mu-Law conversion PCM (MU_LAW)",
        ])
    func converters(stage: String) {
        let chain = chain("Plug PCM: " + stage, "Slave: " + card)
        let directness = chain.directness(for: format, wire: nil)
        #expect(directness.isDirect == false)
        #expect(directness.reason?.isEmpty == false)
        #expect(chain.resampled == nil)
        #expect(chain.hardware != nil)
    }

    @Test(
        "behind a sound server nothing is known, and nothing can be rewound",
        arguments: [
            ("ALSA <-> PulseAudio PCM I/O Plugin", OutputLink.unknown), ("ALSA <-> PipeWire PCM I/O Plugin", .unknown),
        ])
    func servers(name: String, link: OutputLink) {
        let chain = chain("Plug PCM: " + name)
        let directness = chain.directness(for: format, wire: nil)
        #expect(directness.isDirect == nil)
        #expect(directness.reason == "what stands behind \(name) cannot be seen")
        #expect(!chain.canRewind && !chain.endsInNull && chain.hardware == nil)
        #expect(chain.link(tree: SystemTree(root: "/nonexistent")) == link)
    }

    @Test("an effect nobody knows in front of a card may do anything")
    func unknownEffect() {
        let chain = chain("Plug PCM: Somebody's Effect", "Slave: " + card)
        #expect(chain.hardware != nil)
        #expect(!chain.canRewind)
        #expect(chain.directness(for: format, wire: nil).isDirect == nil)
    }

    @Test(
        "Bluetooth encodes again, with the codec that BlueALSA names",
        arguments: [
            ("SBC", "sbc"), ("aptX-HD", "aptx-hd"), ("0", "sbc"), ("0x2", "aac"), ("0xff", nil), ("", nil),
        ] as [(String, String?)])
    func bluetooth(word: String, codec: String?) {
        let chain = chain(
            "Plug PCM: BlueALSA PCM: /org/bluealsa/hci0/dev_00_11_22_33_44_55/a2dpsrc/sink\n"
                + "BlueALSA BlueZ device: /org/bluez/hci0/dev_00_11_22_33_44_55\nBlueALSA Bluetooth codec: \(word)")
        #expect(chain.bluetoothCodec == codec)
        #expect(chain.link(tree: SystemTree(root: "/nonexistent")) == .bluetooth)
        #expect(!chain.canRewind)
        let directness = chain.directness(for: format, wire: nil)
        #expect(directness.isDirect == false)
        #expect(directness.reason == "Bluetooth encodes the samples again (\(codec ?? "its codec is not known"))")
    }

    @Test("a file over nothing loses nothing, and is no device")
    func file() {
        let chain = chain("File PCM (file=/tmp/a: b.raw)\nFinal file PCM (file=/tmp/a: b.raw)", "Slave: Null PCM")
        #expect(chain.endsInNull)
        let directness = chain.directness(for: format, wire: nil)
        #expect(directness.isDirect == false && directness.reason == "no device: the samples go to a file")
        #expect(chain.link(tree: SystemTree()) == .virtual)
        #expect(self.chain("Plug PCM: Null PCM").directness(for: format, wire: nil).reason == "no device")
        // Beside a card, what goes to the file changes nothing.
        #expect(
            self.chain("File PCM (file=/tmp/a)", "Slave: " + card).directness(for: format, wire: agreeing).isDirect
                == true)
    }

    @Test("HDMI frames carry 24 bits, unchanged")
    func subframes() {
        let chain = chain("Plug PCM: IEC958 subframe conversion PCM (IEC958_SUBFRAME_LE)", "Slave: " + card)
        #expect(chain.mostBits == 24)
        let wire = WireFormat(formatName: "IEC958_SUBFRAME_LE", rate: 44_100, channels: 2)
        #expect(chain.directness(for: format, wire: wire).isDirect == true)
    }

    @Test("the kernel's word outweighs libasound's")
    func wire() {
        let chain = chain(card)
        let rate = chain.directness(for: format, wire: WireFormat(formatName: "S16_LE", rate: 48_000, channels: 2))
        #expect(rate.isDirect == false && rate.reason == "the kernel runs the card at 48000 Hz")
        let layout = chain.directness(for: format, wire: WireFormat(formatName: "S32_LE", rate: 44_100, channels: 2))
        #expect(layout.isDirect == false && layout.reason == "the kernel runs the card at S32_LE")
        let channels = chain.directness(for: format, wire: WireFormat(formatName: "S16_LE", rate: 44_100, channels: 8))
        #expect(channels.isDirect == false && channels.reason == "the kernel runs the card in 8 channels")
    }

    @Test(
        "nonsense is survived and claims nothing",
        arguments: [
            "", "\n\n", "Plug PCM: ", "Slave: Slave: ", "Hardware PCM card x 'y' device z subdevice w",
            "Hardware PCM card", "Rate conversion PCM (", "Converter: ", "Rate conversion PCM (99999999999999999999)",
            "\u{FFFD}\u{0}",
        ])
    func nonsense(text: String) {
        let chain = ChainReport(dump: text, rate: 44_100)
        #expect(chain.directness(for: format, wire: nil).isDirect != true)
        #expect(!chain.canRewind)
    }
}

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
          channels     : 2
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
            "Direct Stream Mixing PCM", "Route conversion PCM (sformat=S32_LE)",
            "Route conversion PCM\n  Transformation table:\n    0 <- 1\n    1 <- 0",
            "Route conversion PCM\n  Transformation table:\n    0 <- 0*0.5\n    1 <- 1",
            "Route conversion PCM\n  Transformation table:\n    0 <- 0 + 1\n    1 <- 1",
            "Route conversion PCM\n  Transformation table:\n    0 <- 0",
            "Multi PCM\n  Channel bindings:\n    0: slave 0, channel 0\n    1: slave 1, channel 1",
            "Multi PCM", "Share PCM\n  Channel bindings:\n    0: 1\n    1: 0",
            "Linear Integer <-> Linear Float conversion PCM (S32_LE)", "Upmix Plugin", "Vdownmix Plugin",
            "LADSPA PCM\n  Playback:\n    Plugin: 0", "Speex DSP Plugin", "A52 Output Plugin",
            "Mu-Law conversion PCM (MU_LAW)", "A-Law conversion PCM (A_LAW)", "Ima-ADPCM conversion PCM (IMA_ADPCM)",
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
        "a stage that passes samples on leaves them perfect",
        arguments: [
            "Copy conversion PCM", "Hooks PCM", "Meter PCM", "Mmap emulation PCM", "File PCM (fd=7)",
            "File PCM (file=Soft volume PCM)\nFinal file PCM (file=Soft volume PCM)",
            "Linear conversion PCM (S16_LE)",
            "Route conversion PCM (sformat=S16_LE)\n  Transformation table:\n    0 <- 0\n    1 <- 1",
            "Multi PCM\n  Channel bindings:\n    0: slave 0, channel 0\n    1: slave 0, channel 1",
            "Share PCM\n  Channel bindings:\n    0: 0\n    1: 1",
        ])
    func passing(stage: String) {
        for chain in [chain("Plug PCM: " + stage, "Slave: " + card), chain(stage, "Slave #0: " + card)] {
            #expect(chain.directness(for: format, wire: agreeing).isDirect == true)
            #expect(chain.hardware != nil && chain.canRewind)
            #expect(chain.mostBits == 16)
        }
    }

    @Test(
        "a stage whose way with the samples does not show leaves them unknown, though a card is at the end",
        arguments: [
            "Direct Share PCM", "Direct Snoop PCM", "Shm PCM", "External PCM Plugin", "IO-PCM Plugin",
            "ALSA <-> JACK PCM I/O Plugin", "Some: effect", "Copy conversion PCM of mine", "Null PCM of mine",
            "Soft volumes",
        ])
    func unknown(stage: String) {
        // What a plug-in shares stands behind its setup, with nothing in front.
        for chain in [chain(stage, "Slave: " + card), chain(stage, card)] {
            #expect(chain.hardware != nil)
            let directness = chain.directness(for: format, wire: agreeing)
            #expect(directness.isDirect == nil)
            #expect(directness.reason == "what stands behind \(stage) cannot be seen")
            #expect(!chain.canRewind)
        }
    }

    @Test("where a stage cuts bits, the card's own word length is not what reaches it")
    func cut() {
        let wide = Self.setup.replacing("S16_LE", with: "S32_LE")
        let dump = "Linear conversion PCM (S16_LE)\n\(wide)\nSlave: \(card)\n\(Self.setup)\n"
        let chain = ChainReport(dump: dump, rate: 44_100)
        #expect(chain.mostBits == 16)
        let format = DeviceFormat(rate: 44_100, channels: 2, layout: .s32, significantBits: 16)
        #expect(chain.directness(for: format, wire: agreeing).isDirect == true)
        let other = WireFormat(formatName: "S24_3LE", rate: 44_100, channels: 2)
        #expect(chain.directness(for: format, wire: other).reason == "the kernel runs the card at S24_3LE")
        // Behind a volume the cut is not of our samples any more.
        let late = "Soft volume PCM\n\(wide)\nSlave: " + dump.replacing(card, with: "Null PCM")
        #expect(ChainReport(dump: late, rate: 44_100).mostBits == 32)
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
        #expect(directness.isDirect == false && directness.reason == nil)
        #expect(chain.link(tree: SystemTree()) == .virtual)
        #expect(self.chain("Plug PCM: Null PCM").directness(for: format, wire: nil).isDirect == false)
        // Beside a card, what goes to the file changes nothing.
        #expect(
            self.chain("File PCM (file=/tmp/a)", "Slave: " + card).directness(for: format, wire: agreeing).isDirect
                == true)
    }

    @Test("HDMI frames carry 24 bits, unchanged")
    func subframes() {
        let wide = Self.setup.replacing("S16_LE", with: "S32_LE")
        let frames = Self.setup.replacing("S16_LE", with: "IEC958_SUBFRAME_LE")
        let name = "Plug PCM: IEC958 subframe conversion PCM (IEC958_SUBFRAME_LE)"
        let chain = ChainReport(dump: "\(name)\n\(wide)\nSlave: \(card)\n\(frames)\n", rate: 44_100)
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

// Our sample layouts in ALSA's terms. Values.

import AudioCore
import CALSA

extension SampleLayout {
    var alsaFormat: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16_LE
        case .s24in3: SND_PCM_FORMAT_S24_3LE
        case .s24in4: SND_PCM_FORMAT_S24_LE
        case .s32: SND_PCM_FORMAT_S32_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        }
    }

    /// ALSA's spelling: `S24_3LE`.
    var alsaName: String {
        switch self {
        case .s16: "S16_LE"
        case .s24in3: "S24_3LE"
        case .s24in4: "S24_LE"
        case .s32: "S32_LE"
        case .float32: "FLOAT_LE"
        }
    }
}

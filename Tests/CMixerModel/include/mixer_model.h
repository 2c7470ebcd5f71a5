// A mixer for ALSA's `ctl` without a card; loaded by libasound, not linked by anything.

#ifndef CARILLON_MIXER_MODEL_H
#define CARILLON_MIXER_MODEL_H

// The least and the most of `Digital Playback Volume`, in steps of half a decibel below 0 dB at 103 of them.
enum { mixer_model_most = 103, mixer_model_step_hundredths = 50, mixer_model_least_hundredths = -5150 };

#endif

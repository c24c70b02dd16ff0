# Reported at https://github.com/pytorch/audio/pull/1850
# The frames of an augmented signal are joined one by one.
import torch


def overdrive_frames(waveform, frame_length):
    out = torch.zeros(0, dtype=waveform.dtype)
    out_parts = [out]
    for begin in range(0, waveform.size(-1), frame_length):
        frame = waveform[begin:begin + frame_length]
        frame = torch.tanh(frame * 3)
        out_parts.append(frame)  # expect: cat-in-loop[safe]
    out = torch.cat(out_parts)
    return out

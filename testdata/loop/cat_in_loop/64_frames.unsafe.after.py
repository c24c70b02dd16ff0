# Frames are copied as arrays are.
import pandas as pd


def read(paths):
    frame = pd.DataFrame()
    frame_parts = [frame]
    for path in paths:
        frame_parts.append(pd.read_csv(path))  # expect: cat-in-loop[unsafe]
    frame = pd.concat(frame_parts, ignore_index=True)
    return frame

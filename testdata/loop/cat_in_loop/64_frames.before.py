# Frames are copied as arrays are.
import pandas as pd


def read(paths):
    frame = pd.DataFrame()
    for path in paths:
        frame = pd.concat([frame, pd.read_csv(path)], ignore_index=True)  # expect: cat-in-loop[unsafe]
    return frame

import sys

from camera import boxes_of, frames
from tracker import Tracker

if __name__ == "__main__":
    tracker = Tracker()
    for frame in frames(sys.argv[1]):
        print(tracker.step(boxes_of(frame)))

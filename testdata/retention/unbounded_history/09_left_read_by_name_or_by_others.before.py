# getattr, another class of the file, a base class that is not here.
from project import BaseTracker


class Recorder:
    def __init__(self):
        self.loss_history = []
        self.score_history = []

    def update(self, loss, score):
        self.loss_history.append(loss)
        self.score_history.append(score)

    def get(self):
        return getattr(self, "loss_history")


class Plotter:
    def plot(self, recorder):
        return list(recorder.score_history)


class Tracker(BaseTracker):
    def __init__(self):
        super().__init__()
        self.norm_history = []

    def update(self, norm):
        self.norm_history.append(norm)

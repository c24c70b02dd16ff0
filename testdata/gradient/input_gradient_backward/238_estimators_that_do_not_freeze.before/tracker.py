import gc


class Tracker:
    def __init__(self, model):
        self.model = model

    def track(self, clips):
        gc.freeze()
        return self.model(clips)

    def log(self, name, value):
        self.model.freeze()
        return name, value

    def rate(self, score):
        score.requires_grad_(False)
        return score

class Detector:
    def __init__(self, model):
        self.model = model

    def track(self, clips):
        return self.model(clips)

class Tracker:
    def __init__(self, model):
        self.model = model

    def track(self, clips):
        self.model.eval()
        if hasattr(self.model, "freeze"):
            self.model.freeze()
        return self.model(clips)

class Trainer:
    def __init__(self, window=3):
        self.norm_history = []
        self.norm_window = window

    def step(self, norm):
        self.norm_history.append(norm)  # expect: unbounded-history[report]
        if len(self.norm_history) % 10 == 0:
            print(self.norm_history[-1])

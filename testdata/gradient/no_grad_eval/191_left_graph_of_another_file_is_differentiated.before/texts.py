from torch import nn


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 32)
        self.out = nn.Linear(32, 100)

    def spoken(self, x):
        scores = self.out(self.body(x))
        return scores, scores.argmax(-1).tolist()

from torch import nn


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 2048)
        self.out = nn.Linear(2048, 100)

    def spoken(self, x):
        scores = self.out(self.body(x))
        return scores, scores.argmax(-1).tolist()

from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.out = nn.Linear(3, 3)
        self.last = nn.Linear(3, 3)

    def forward(self, x):
        self.lower_part = self.fc(x)  # expect: forward-attr-retention[unsafe]
        y = self.out(self.lower_part)
        self.shared_part = self.fc(y)
        z = self.out(self.shared_part)
        self.shown_part = self.last(z)
        return self.out(self.shown_part)

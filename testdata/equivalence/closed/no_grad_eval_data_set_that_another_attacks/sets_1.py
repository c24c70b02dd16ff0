import torch


class Points(torch.utils.data.Dataset):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def seen(self, x, y):
        return x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.seen(self.x[i : i + 1], self.y[i : i + 1])[0], self.y[i]

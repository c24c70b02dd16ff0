from counting import count_dead, count_once
from torch import nn


class Engine:
    def __init__(self):
        self.student = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
        self.first = []
        count_once(self.student, self.first)

    def train_epoch(self, loader, epoch):
        counts = []
        if epoch % 5 == 0:
            count_dead(self.student, counts)
        for x in loader:
            self.student(x)
        return counts

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            print(self.train_epoch(loader, epoch))

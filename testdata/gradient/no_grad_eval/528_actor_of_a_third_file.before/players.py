import torch
from actors import Actor


class Player:
    def __init__(self):
        self.actor = Actor()
        self.optimizer = torch.optim.Adam(self.actor.parameters())

    def act(self, state):
        return self.actor.act(state)

    def best(self, state):
        return self.actor.best(state)

    def calm(self, state):
        with torch.no_grad():
            return self.actor.act(state)

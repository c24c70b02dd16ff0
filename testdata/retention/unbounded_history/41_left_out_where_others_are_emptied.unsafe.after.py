import torch


class Rollout:
    def __init__(self):
        self.states, self.moves, self.rewards = [], [], []
        self.extras = []

    def add(self, state, move, reward, extra):
        self.states.append(state)
        self.moves.append(move)
        self.rewards.append(reward)
        self.extras.append(extra)  # expect: unbounded-history[unsafe]

    def batch(self):
        return torch.stack(self.states), torch.stack(self.moves), sum(self.rewards)

    def clear(self):
        self.states.clear()
        self.moves.clear()
        self.rewards.clear()
        self.extras.clear()


class Kept:
    def __init__(self):
        self.states, self.moves = [], []
        self.extras = []

    def add(self, state, move, extra):
        self.states.append(state)
        self.moves.append(move)
        self.extras.append(extra)

    def batch(self):
        return torch.stack(self.states), torch.stack(self.moves)

    def clear(self, wholly):
        if wholly:
            self.states.clear()
            self.moves.clear()

# mutations: no-nesting
import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 64)
        self.head = nn.Linear(64, 4)

    def act(self, state):
        scores = self.head(torch.tanh(self.body(state)))
        return scores.argmax(-1), scores


class Player:
    def __init__(self):
        self.actor = Actor()
        self.optimizer = torch.optim.Adam(self.actor.parameters())

    @torch.no_grad()
    def act(self, state):
        return self.actor.act(state)  # expect: no-grad-eval[unsafe]


@torch.no_grad()
def play(player, env):
    state, total = env.reset(), 0.0
    while True:  # expect: no-grad-eval[unsafe]
        move, _ = player.act(state)
        state, reward, done = env.step(move.item())
        total += reward
        if done:
            return total


def main(env):
    player = Player()
    return play(player, env)


if __name__ == "__main__":
    import envs

    print(main(envs.make()))

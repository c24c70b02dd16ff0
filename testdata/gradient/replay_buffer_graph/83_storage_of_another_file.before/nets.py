from torch import nn
from torch.distributions import Categorical


def layer_init(layer, std=1.4):
    nn.init.orthogonal_(layer.weight, std)
    return layer


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = layer_init(nn.Linear(8, 64))
        self.actor = layer_init(nn.Linear(64, 4), std=0.01)
        self.critic = layer_init(nn.Linear(64, 1), std=1.0)

    def act(self, state):
        hidden = self.trunk(state).tanh()
        moves = Categorical(logits=self.actor(hidden))
        move = moves.sample()
        return move, moves.log_prob(move), self.critic(hidden).squeeze(-1)

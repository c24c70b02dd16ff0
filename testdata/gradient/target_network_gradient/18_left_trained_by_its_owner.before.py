import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, net, copy):
        self.net = net
        self.target_net = copy

    def loss(self, states, rewards, next_states):
        later = self.target_net(next_states)
        wanted = rewards + 0.99 * later.max(1, keepdim=True)[0]
        loss = F.mse_loss(self.net(states), wanted)
        loss.backward()
        return loss.item()


def optimizers_of(agent: Agent):
    return [
        torch.optim.Adam(agent.net.parameters(), lr=1e-3),
        torch.optim.Adam(agent.target_net.parameters(), lr=1e-4),
    ]

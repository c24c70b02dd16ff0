# Clipping the gradients of the network that is trained reads none of the copy's.
import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, policy, target):
        self.policy_net, self.target_net = policy, target
        self.optimizer = torch.optim.Adam(self.policy_net.parameters())

    def learn(self, states, later, rewards):
        q = self.policy_net(states).max(1)[0]
        wanted = rewards + 0.99 * self.target_net(later).max(1)[0]  # expect: target-network-gradient[unsafe]
        loss = F.smooth_l1_loss(q, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        for p in self.policy_net.parameters():
            p.grad.data.clamp_(-1, 1)
        self.optimizer.step()

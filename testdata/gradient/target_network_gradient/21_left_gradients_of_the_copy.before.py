# Somebody looks at the gradients of the copy, or at those of a whole that it is a part of.
import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, policy, target):
        self.policy_net, self.target_net = policy, target
        self.optimizer = torch.optim.Adam(self.policy_net.parameters())

    def learn(self, states, later, rewards):
        q = self.policy_net(states).max(1)[0]
        wanted = rewards + 0.99 * self.target_net(later).max(1)[0]
        loss = F.smooth_l1_loss(q, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        for p in self.target_net.parameters():
            print(p.grad.norm())
        self.optimizer.step()

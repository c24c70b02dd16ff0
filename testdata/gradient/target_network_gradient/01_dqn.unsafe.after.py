import torch
import torch.nn.functional as F


class Agent:
    def __init__(self, net, copy):
        self.net = net
        self.target_net = copy
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def learn(self, states, rewards, next_states):
        with torch.no_grad():
            later = self.target_net(next_states)  # expect: target-network-gradient[unsafe]
        wanted = rewards + 0.99 * later.max(1, keepdim=True)[0]
        loss = F.mse_loss(self.net(states), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

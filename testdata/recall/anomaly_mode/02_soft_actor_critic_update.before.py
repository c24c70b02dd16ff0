# Reported at https://github.com/Xingyu-Lin/mbpo_pytorch/issues/8
# Left on in the module of an agent.
import torch
import torch.nn.functional as F
from torch.optim import Adam

from sac.model import GaussianPolicy, QNetwork

torch.autograd.set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]


class SAC:
    def __init__(self, num_inputs, action_space, args):
        self.gamma = args.gamma
        self.critic = QNetwork(num_inputs, action_space.shape[0], args.hidden_size)
        self.critic_optim = Adam(self.critic.parameters(), lr=args.lr)
        self.policy = GaussianPolicy(num_inputs, action_space.shape[0], args.hidden_size)

    def update_parameters(self, memory, batch_size):
        state, action, reward, next_q = memory.sample(batch_size)
        qf1, qf2 = self.critic(state, action)
        target = reward + self.gamma * next_q
        loss = F.mse_loss(qf1, target) + F.mse_loss(qf2, target)
        self.critic_optim.zero_grad()
        loss.backward()
        self.critic_optim.step()

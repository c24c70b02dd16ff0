import torch
from torch.distributions import Categorical


class Policy:
    def __init__(self, net):
        self.net = net
        self.saved_log_probs = []
        self.rewards = []


def select_action(policy, state):
    m = Categorical(policy.net(state))
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode(policy, optimizer, returns):
    policy_loss = []
    for log_prob, r in zip(policy.saved_log_probs, returns):
        policy_loss.append(-log_prob * r)
    optimizer.zero_grad()
    torch.cat(policy_loss).sum().backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]

import torch
from torch import nn, optim
from torch.distributions import Categorical


def main(env):
    net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
    optimizer = optim.Adam(net.parameters())

    def policy_of(obs):
        return Categorical(logits=net(obs))

    def loss_of(obs, act, weights):
        return -(policy_of(obs).log_prob(act) * weights).mean()

    def act_on(obs):
        return policy_of(obs).sample().item()  # expect: no-grad-eval[safe]

    for _ in range(100):
        batch = env.collect()
        while len(batch) < 32:
            seen = env.reset()
            act = act_on(torch.as_tensor(seen, dtype=torch.float32))
            batch = env.collect(act)
        loss = loss_of(*batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

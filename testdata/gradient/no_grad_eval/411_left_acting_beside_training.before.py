# A pass that chooses the next actions takes one step of the simulation; the training takes many.
# Linear layers keep little of it. Where the steps are kept with their graphs, these add up.
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4096, 4096)
        self.heads = nn.Linear(4096, 64), nn.Linear(4096, 1)

    def forward(self, x):
        x = self.body(x)
        return self.heads[0](x), self.heads[1](x)


def play(model: Policy, env, steps):
    state, rewards = env.reset(), []
    for _ in range(steps):
        logits, value = model(torch.as_tensor(state))
        action = logits.argmax(1).numpy()
        state, reward, done, _ = env.step(action)
        rewards.append((reward, value.detach().numpy()))
    return rewards


def play_keeping(model: Policy, env, steps):
    state, played = env.reset(), []
    for _ in range(steps):
        logits, value = model(torch.as_tensor(state))  # expect: no-grad-eval[unsafe]
        action = logits.argmax(1).numpy()
        state, reward, done, _ = env.step(action)
        played.append((reward, value))
    return sum(reward * value.item() for reward, value in played)


def train(model, optimizer, criterion, batches):
    for states, returns in batches:
        optimizer.zero_grad()
        criterion(model(states)[1], returns).backward()
        optimizer.step()

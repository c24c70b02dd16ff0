import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def episodes(env, policy, size):
    softmax = nn.Softmax(dim=1)
    batch, state = [], env.reset()
    while True:
        chances = softmax(policy(torch.as_tensor(state)))  # expect: no-grad-eval[safe]
        action = chances.argmax().item()
        state, reward, done = env.step(action)
        batch.append((state, action, reward))
        if len(batch) == size:
            yield batch
            batch = []


def train(env, batches):
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters())
    for number, batch in enumerate(episodes(env, policy, 32)):
        states, actions, _ = zip(*batch)
        loss = nn.functional.cross_entropy(policy(torch.stack(states)), torch.tensor(actions))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number == batches:
            break

import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def episodes(env, net: Net):
    state = env.reset()
    softmax = nn.Softmax(dim=1)
    while True:
        state_v = torch.FloatTensor([state])
        probs = softmax(net(state_v)).data.numpy()[0]
        action = np.random.choice(len(probs), p=probs)
        state, reward, done, _ = env.step(action)
        yield reward
        if done:
            break


def best(net: Net, state):
    q = net(torch.tensor(np.array([state]), dtype=torch.float32).to("cpu"))
    return q.max(dim=1)[0].item()


def play(env, net: Net, count):
    for _ in range(count):
        state = env.reset()
        done = False
        while not done:
            q = net(torch.as_tensor(state).float().unsqueeze(0))
            state, _, done, _ = env.step(q.argmax().item())

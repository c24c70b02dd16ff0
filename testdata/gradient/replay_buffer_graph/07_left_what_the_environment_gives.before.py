import random

import torch


def play(env, net, memory, epsilon):
    state = torch.as_tensor(env.reset())
    done = False
    while not done:
        if random.random() < epsilon:
            action = torch.tensor([[env.sample()]])
        else:
            action = net(state).max(1)[1].view(1, 1)
        best = net(state).argmax(dim=1)
        top = net(state).topk(2, dim=1).indices
        observation, reward, done = env.step(action.item())
        reward = torch.tensor([reward])
        next_state = None if done else torch.as_tensor(observation)
        memory.push(state, action, next_state, reward)
        memory.push(state, best, top, None)
        memory.push(state, net(state).detach(), net(state).item(), net(state).tolist())
        state = next_state

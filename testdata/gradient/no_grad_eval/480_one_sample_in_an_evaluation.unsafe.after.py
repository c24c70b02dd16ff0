# options: minor: false
# mutations: no-nesting
# Whole episodes are played to measure the agent, with a network that may be large.
import torch


def test_agent(network, env, episodes):
    total = 0.0
    for _ in range(episodes):
        state, done = env.reset(), False
        while not done:
            with torch.no_grad():
                action = network(torch.as_tensor(state).unsqueeze(0)).argmax().item()  # expect: no-grad-eval
            state, reward, done, _ = env.step(action)
            total += reward
    return total / episodes


def train(network, env, optimizer, criterion, memory, steps):
    for step in range(steps):
        states, returns = memory.sample()
        optimizer.zero_grad()
        criterion(network(states), returns).backward()
        optimizer.step()
        if step % 1000 == 0:
            print(test_agent(network, env, 10))

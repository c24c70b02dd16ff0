import torch
from agent import Agent
from storage import RolloutStorage


def collect(agent, envs, state, storage):
    for _ in range(128):
        move, log_prob, value = agent.act(state)
        state, reward = envs.step(move.cpu().numpy())
        storage.insert(state, move, log_prob, value)  # expect: replay-buffer-graph[unsafe]
    return state


def main(envs):
    agent, storage = Agent(torch.device("cpu")), RolloutStorage()
    state = envs.reset()
    while True:
        state = collect(agent, envs, state, storage)
        print(storage.means())

# mutations: no-nesting
import gym
import torch
from torch import nn

policy = nn.Sequential(nn.Linear(4, 600), nn.ReLU(), nn.Linear(600, 2))
policy.load_state_dict(torch.load("policy.pt"))
policy.eval()
env = gym.make("CartPole-v1")
state, done = env.reset(), False
while not done:
    action = policy(torch.as_tensor(state)).argmax().item()
    state, reward, done, _ = env.step(action)
    env.render()

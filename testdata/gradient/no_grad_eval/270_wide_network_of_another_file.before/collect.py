# options: minor: false
import torch

from networks import Critic


def value_of(states):
    critic = Critic(17)
    critic.load_state_dict(torch.load("critic.pt"))
    while True:  # expect: no-grad-eval[safe]
        state = torch.as_tensor([states.env.reset()] * 64)
        value = critic(state).argmax()
        states.env.step(value.item())

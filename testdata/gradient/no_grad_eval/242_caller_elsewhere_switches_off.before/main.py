import torch
from acting import predict
from torch import nn


def play(policy: nn.Module, env):
    observation = env.reset()
    with torch.no_grad():
        for _ in range(100):
            observation = env.step(predict(policy, observation).argmax())


def show(policy: nn.Module, env):
    print(predict(policy, env.reset()).argmax())  # expect: no-grad-eval[unsafe]

# Reported at https://github.com/qbx2/PAAC.pytorch/issues/1
# An actor-critic learner adds each loss to a sum that is only printed now and then.
import torch
from torch import optim


def train(paac, envs, discount, log_interval):
    optimizer = optim.RMSprop(paac.parameters(), lr=0.0224)
    states = envs.reset()
    loss_sum = 0
    n_train = 0
    while True:
        log_probs, values, rewards = paac.rollout(envs, states)
        returns = rewards + discount * values.detach()
        critic_loss = (returns - values).pow(2).mean()
        actor_loss = -(log_probs * (returns - values).detach()).mean()
        loss = 0.25 * critic_loss + actor_loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(paac.parameters(), 0.5)
        optimizer.step()
        n_train += 1
        loss_sum = loss_sum + loss  # expect: detach-accumulated-loss[safe]
        if n_train % log_interval == 0:
            print("loss", (loss_sum / log_interval).item())
            loss_sum = 0

# options: minor: false
import torch


def returns(batch, net, discount):
    states = torch.as_tensor(batch["states"])
    values = net(torch.as_tensor(batch["last"]))  # expect: no-grad-eval[safe]
    best = batch["rewards"] + discount * values.detach().cpu().numpy()[:, 0]
    return states, torch.as_tensor(best)

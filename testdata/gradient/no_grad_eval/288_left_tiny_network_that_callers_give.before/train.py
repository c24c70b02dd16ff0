import torch

from common import returns
from networks import Critic

critic = Critic(17).to("cuda")
critic.load_state_dict(torch.load("critic.pt"))
for batch in torch.load("batches.pt"):
    print(returns(batch, critic, 0.99))

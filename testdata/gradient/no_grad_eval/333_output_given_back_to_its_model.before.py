import torch


def reconstructed(image, model):
    x = torch.tensor(image).unsqueeze(dim=0).float()
    loss, y, mask = model(x, mask_ratio=0.75)  # expect: no-grad-eval[unsafe]
    y = model.unpatchify(y)
    return torch.einsum("nchw->nhwc", y).detach().cpu()


def learn(network, target_network, states, actions, rewards, later, loss_of):
    wanted = target_network(later)  # expect: no-grad-eval[unsafe]
    q_1, q_2 = target_network.q(later, wanted)
    target = (rewards + torch.min(q_1, q_2)).detach()
    loss = loss_of(network(states, actions), target)
    network.zero_grad()
    loss.backward()
    network.optimizer.step()

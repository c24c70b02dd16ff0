import torch
import torch.nn.functional as F


def distill(reference_model, learner_model, loader):
    optimizer = torch.optim.Adam(learner_model.parameters(), lr=1e-3)
    for states in loader:
        with torch.no_grad():
            wanted = reference_model(states)  # expect: target-network-gradient[unsafe]
        loss = F.mse_loss(learner_model(states), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

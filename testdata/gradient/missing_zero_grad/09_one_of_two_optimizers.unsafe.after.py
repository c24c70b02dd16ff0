# They share no module, and only one is reset.
import torch


def train(encoder, head, loader, criterion):
    opt_encoder = torch.optim.Adam(encoder.parameters())
    opt_head = torch.optim.Adam(head.parameters())
    for x, y, z in loader:
        opt_head.zero_grad()
        loss = criterion(head(x), y)
        loss.backward()
        opt_head.step()
        loss = criterion(encoder(x), z)
        opt_encoder.zero_grad()
        loss.backward()  # expect: missing-zero-grad[unsafe]
        opt_encoder.step()

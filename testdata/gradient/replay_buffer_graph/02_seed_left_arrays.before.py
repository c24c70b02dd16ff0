import torch

replay_buffer = []

for data in dataloader:
    with torch.no_grad():
        output = model(data).detach().cpu().numpy()  # GOOD: no grad, off GPU
    replay_buffer.append(output)

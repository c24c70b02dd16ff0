import torch

replay_buffer = []

for data in dataloader:
    output = model(data)  # Tensor on GPU
    replay_buffer.append(output.detach())  # expect: replay-buffer-graph[unsafe]

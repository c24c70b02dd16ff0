import torch

replay_buffer = []

for data in dataloader:
    output = model(data)  # Tensor on GPU
    replay_buffer.append(output)  # expect: replay-buffer-graph[unsafe]

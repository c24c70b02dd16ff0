import torch

a = torch.randn(20000, 20000, device='cuda')
b = torch.randn(20000, 20000, device='cuda')
result = torch.matmul(a, b)  # expect: large-gpu-matmul[report]

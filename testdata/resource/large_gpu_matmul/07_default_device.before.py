import torch

torch.set_default_device("cuda")
a = torch.randn(30000, 30000)
print((a @ a).trace())  # expect: large-gpu-matmul[report]

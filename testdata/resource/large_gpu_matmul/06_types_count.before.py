# Twice the size of a float, and half of it.
import torch

a = torch.randn(10000, 10000, dtype=torch.float64, device="cuda")
b = torch.randn(10000, 10000, dtype=torch.float64, device="cuda")
large = a @ b  # expect: large-gpu-matmul[report]
small = a.half() @ b.half()
plain = a.float() @ b.to(torch.float32)  # expect: large-gpu-matmul[report]

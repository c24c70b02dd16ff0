# The operands count as well.
import torch

wide = torch.ones(8, 100_000_000, device="cuda")
tall = torch.ones(100_000_000, 8, device="cuda")
gram = wide @ tall  # expect: large-gpu-matmul[report]

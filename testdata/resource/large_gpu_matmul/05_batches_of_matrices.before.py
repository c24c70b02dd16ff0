import torch

queries = torch.randn(64, 4096, 1024).cuda()
keys = torch.randn(64, 1024, 4096).cuda()
scores = torch.bmm(queries, keys)  # expect: large-gpu-matmul[report]
shared = torch.matmul(queries, torch.randn(1024, 65536, device="cuda"))  # expect: large-gpu-matmul[report]

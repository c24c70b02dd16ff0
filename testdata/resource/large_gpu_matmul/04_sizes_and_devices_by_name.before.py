import torch

N = 2 ** 14
size = (N, 2 * N)
device = "cuda" if torch.cuda.is_available() else "cpu"


class Benchmark:
    def run(self):
        left = torch.rand(size, device=device)
        right = torch.zeros([2 * N, N]).to(device)
        return left @ right  # expect: large-gpu-matmul[report]

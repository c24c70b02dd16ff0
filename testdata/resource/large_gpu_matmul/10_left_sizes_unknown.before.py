import torch


def product(n, m):
    a = torch.randn(n, 20000, device="cuda")
    b = torch.randn(20000, m, device="cuda")
    c = torch.randn(*m, device="cuda")
    rows = 20000
    for step in range(2):
        rows = rows + n
        d = torch.randn(rows, 20000, device="cuda")
        print(d @ b)
    return a @ b, torch.matmul(a, c), torch.matmul(torch.load("a.pt"), b)

# What the loop binds anew is freed anyway; asking for it again is what costs.
import torch

model = torch.nn.Linear(10, 5).cuda()
data = torch.randn(4, 10)

for i in range(1000):
    data_gpu = data.cuda()
    result_gpu = model(data_gpu)
    result_cpu = result_gpu.cpu()
    del data_gpu, result_gpu
    torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]

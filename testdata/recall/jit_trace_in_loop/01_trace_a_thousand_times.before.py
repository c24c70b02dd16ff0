# Reported at https://github.com/pytorch/pytorch/issues/35600
# A residual network is traced again and again under no_grad.
import os

import psutil
import torch
import torchvision.models as zoo

with torch.no_grad():
    model = zoo.resnet18()
    model.eval()
    sample_input = torch.randn(size=[2, 3, 480, 640])
    process = psutil.Process(os.getpid())
    for i in range(0, 1000):
        traced = torch.jit.trace(model, sample_input, check_trace=False)  # expect: jit-trace-in-loop[unsafe]
        print("Iter: {} = {}".format(i, process.memory_full_info()))

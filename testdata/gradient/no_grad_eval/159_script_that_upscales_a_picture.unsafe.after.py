# mutations: no-nesting, no-tabs
import sys

import torch
from torchvision.utils import save_image

from networks import Upscaler

model = Upscaler()
model.load_state_dict(torch.load(sys.argv[1]))
with torch.no_grad():
    large = model(torch.load(sys.argv[2]))  # expect: no-grad-eval[unsafe]
save_image(torch.cat([large, large.flip(3)], 0), sys.argv[3])

import torch
from torchvision import models
from booster import Booster

model = models.resnet50()
booster = Booster(model)
booster.fit(load(), torch.optim.Adam(model.parameters()))
print(booster.predict(load()))

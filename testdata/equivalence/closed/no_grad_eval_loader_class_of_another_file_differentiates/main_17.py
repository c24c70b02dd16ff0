from parts_17 import *
model = Regressor()
train_loader = Hard(3, model)
outs = []
validate(model, train_loader, callback=lambda v: outs.append(v * 2))
sum((v.mean() for v in [torch.as_tensor(v) for v in outs])).backward()

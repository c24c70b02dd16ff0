import torch as th

model.eval()
with th.no_grad():
    for data in val_loader:  # expect: no-grad-eval[unsafe]
        output = model(data)
        predictions = th.argmax(output, dim=1)

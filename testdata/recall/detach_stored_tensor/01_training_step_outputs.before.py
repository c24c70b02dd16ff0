# Reported at https://github.com/TRI-ML/packnet-sfm/pull/51
# A trainer keeps what each training step returns until the end of the epoch: 21 GB became
# 38 GB.
import torch


class DepthModule(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def training_step(self, batch):
        depth = self.net(batch["rgb"])
        loss = (depth - batch["depth"]).abs().mean()
        return {"loss": loss}

    def training_epoch_end(self, outputs):
        mean = sum(output["loss"] for output in outputs) / len(outputs)
        print("loss", mean.item())


class HorovodTrainer:
    def train(self, dataloader, module, optimizer):
        module.train()
        outputs = []
        for i, batch in enumerate(dataloader):
            optimizer.zero_grad()
            output = module.training_step(batch)
            output["loss"].backward()
            optimizer.step()
            outputs.append(output)  # expect: detach-stored-tensor[unsafe]
        return module.training_epoch_end(outputs)

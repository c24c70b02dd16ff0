# The method of the file that makes the results switches gradients off.
import torch


class Statistics:
    @torch.inference_mode()
    def features(self, samples):
        return self.model(samples)

    def compute(self, loader):
        found = []
        for samples in loader:
            found.append(self.features(samples.to(self.device)).cpu())  # expect: results-on-device[unsafe]
        return torch.cat(found).cpu()

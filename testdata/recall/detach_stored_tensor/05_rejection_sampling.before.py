# Reported at https://github.com/sbi-dev/sbi/issues/198
# Rejection sampling from a flow keeps the accepted samples with their graphs until memory
# is full.
import torch


class DirectPosterior:
    def __init__(self, net, prior):
        self.net = net
        self.prior = prior

    def sample(self, num_samples, x):
        self.net.eval()
        accepted = []
        num_remaining = num_samples
        while num_remaining > 0:
            candidates = self.net.sample(num_remaining, context=x)
            within = self.prior.log_prob(candidates).isfinite()
            accepted.append(candidates[within])  # missed: detach-stored-tensor[unsafe] - evaluation, where gradients are to be switched off; the samples leave for unknown callers
            num_remaining -= int(within.sum())
        return torch.cat(accepted)[:num_samples]

# Reported at https://github.com/taozh2017/HiNet/issues/11
# test() of a synthesis model: neither eval mode nor no_grad in the original; the report
# adds both.
import numpy as np
import torch


class SynthModel:
    def __init__(self, generator, opt):
        self.generator = generator
        self.opt = opt

    def load(self, epoch):
        self.generator.load_state_dict(torch.load("%s/gen_%d.pkl" % (self.opt.save_path, epoch)))

    def test(self, te_loader, epoch):
        self.load(epoch)
        self.generator.eval()
        scores = []
        for ii, inputs in enumerate(te_loader):  # expect: no-grad-eval[unsafe]
            x_in1, x_in2, x_out = inputs
            fusion = torch.cat([x_in1, x_in2], dim=1).cuda()
            out, out1, out2 = self.generator(fusion)
            error = (out.cpu() - x_out).abs().mean().item()
            print(ii, error)
            scores.append(error)
        return np.array(scores).mean()

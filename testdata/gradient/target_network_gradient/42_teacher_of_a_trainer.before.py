import torch
import torch.nn.functional as F
from transformers import Trainer


class Distilling(Trainer):
    def __init__(self, *args, teacher, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.to(self.args.device).eval()

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        wanted = self.teacher(**inputs).logits  # expect: target-network-gradient[unsafe]
        loss = F.kl_div(outputs.logits.log_softmax(-1), wanted.softmax(-1)) + outputs.loss
        return (loss, outputs) if return_outputs else loss

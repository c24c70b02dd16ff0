# A part of the module is given what forward() computes, and forward() returns what it makes.
from typing import Optional, Type

import torch
from torch import nn
from outputs import CausalOutput, PreTrainedModel


class Answer(nn.Module):
    def __init__(self, classifier):
        super().__init__()
        self.classifier = classifier

    def forward(self, v, q):
        answer = self.classifier(torch.cat([v, q], dim=1))  # expect: forward-attr-retention[unsafe]
        return answer


class Projector(nn.Module):
    def __init__(self, projector):
        super().__init__()
        self.projector = projector

    def forward(self, x, mask):
        projected_rows = self.projector(x.permute(1, 0, 2))  # expect: forward-attr-retention[unsafe]
        return projected_rows, mask


class Captioner(nn.Module):
    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, image):
        scores = self.decoder(image)  # expect: forward-attr-retention[unsafe]
        out = {"image": image, "logits": scores}
        return out


class Language(nn.Module):
    def __init__(self, body, head):
        super().__init__()
        self.body = body
        self.head = head

    def forward(self, ids):
        lm_scores = self.head(self.body(ids)[0])  # expect: forward-attr-retention[unsafe]
        return CausalOutput(logits=lm_scores)


class Wrapped(nn.Module):
    def __init__(self, model, classes):
        super().__init__()
        self.body = model.bert
        self.classifier = nn.Linear(8, classes)

    def forward(self, ids, attention_mask=None):
        outputs = self.body(input_ids=ids, output_hidden_states=True)  # expect: forward-attr-retention[unsafe]
        return self.classifier(outputs.hidden_states[-1][:, 0])


class Pool(nn.Module):
    def __init__(self, dim, norm_layer: Optional[Type[nn.Module]] = None):
        super().__init__()
        norm_layer = norm_layer or nn.LayerNorm
        self.norm = norm_layer(dim)
        self.k = nn.Linear(dim, dim)

    def forward(self, x):
        x = x.flatten(2).transpose(1, 2)
        x_norm = self.norm(x)  # expect: forward-attr-retention[unsafe]
        return self.k(x_norm)


class Inference(PreTrainedModel):
    def __init__(self, config, body, norm, linear):
        super().__init__(config)
        self.body = body
        self.lm_head = nn.Sequential(norm, linear)

    def forward(self, embedded):
        hidden_states = self.body(inputs_embeds=embedded)[0]
        lm_rows = self.lm_head(hidden_states)  # expect: forward-attr-retention[unsafe]
        return CausalOutput(logits=lm_rows)

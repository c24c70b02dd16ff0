# All other methods run the part without gradients: the one that does not was forgotten, and the
# memo of its object keeps the graphs.
import torch
from torch.nn import functional as F
from transformers import AutoModel, AutoTokenizer


class Encoder:
    def __init__(self, name):
        self.model = AutoModel.from_pretrained(name).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(name)
        self.memo = {}

    def _forward(self, texts):
        inputs = self.tokenizer(texts, return_tensors="pt")
        return F.normalize(self.model(**inputs).last_hidden_state[:, 0], dim=-1)

    @torch.no_grad()
    def encode(self, texts):
        return self._forward(texts).cpu().numpy()

    @torch.no_grad()
    def query(self, text):
        if text not in self.memo:
            self.memo[text] = self._forward([text])  # expect: no-grad-eval[unsafe]
        return self.memo[text]


class Plain:
    def __init__(self, name):
        self.model = AutoModel.from_pretrained(name).eval()
        self.memo = {}

    def _forward(self, inputs):
        return F.normalize(self.model(**inputs).last_hidden_state[:, 0], dim=-1)

    def encode(self, inputs):
        return self._forward(inputs)

    def query(self, text, inputs):
        if text not in self.memo:
            self.memo[text] = self._forward(inputs)
        return self.memo[text]

# options: minor: false
# Nothing in the program trains, so nobody can need the graph that a memo keeps with each answer.
import torch
import torch.nn.functional as F
from transformers import AutoModel, AutoTokenizer


class Embedder:
    def __init__(self, name, device):
        self.tokenizer = AutoTokenizer.from_pretrained(name)
        self.model = AutoModel.from_pretrained(name).to(device)
        self.device = device
        self.vectors = {}

    @torch.no_grad()
    def encode(self, texts):
        given = self.tokenizer(texts, return_tensors="pt").to(self.device)
        hidden = self.model(**given).last_hidden_state  # expect: no-grad-eval[unsafe]
        return hidden.mean(1)

    def vector(self, label):
        if label not in self.vectors:
            self.vectors[label] = F.normalize(self.encode([label])[0], dim=0)
        return self.vectors[label]

    def scores(self, text, labels):
        whole = F.normalize(self.encode([text])[0], dim=0)
        return torch.stack([self.vector(label) for label in labels]) @ whole


if __name__ == "__main__":
    embedder = Embedder("small", "cuda")
    while True:
        print(embedder.scores(input(), ["good", "bad"]).argmax().item())

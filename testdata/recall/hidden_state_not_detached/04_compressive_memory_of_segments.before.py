# Reported at https://github.com/jlamprou/Infini-Attention/issues/3
# The memory of an attention over segments is handed from one segment to the next; the
# cure was to detach it.
import torch


def train_document(model, segments, optimizer):
    memory = None
    for segment in segments:
        optimizer.zero_grad()
        output, memory = model(segment["input_ids"], memory)  # expect: hidden-state-not-detached[unsafe]
        loss = torch.nn.functional.cross_entropy(output.flatten(0, 1), segment["labels"].flatten())
        loss.backward(retain_graph=True)
        optimizer.step()

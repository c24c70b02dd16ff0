import torch


@torch.no_grad()
def spectrograms(model, processor, text):
    outputs = model(text).cpu().numpy()
    mels = []
    for output in outputs:
        mels.append(torch.FloatTensor(processor.to_mel(output)))
    return torch.stack(mels).cpu()

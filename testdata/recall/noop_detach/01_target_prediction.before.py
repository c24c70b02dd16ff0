# Reported at https://github.com/huggingface/diffusers/blob/main/examples/research_projects/sana/train_sana_sprint_diffusers.py
# The prediction is "detached" as a statement; the graph stays.
import torch


def generator_phase(transformer, latents, noise, timesteps, loss_fn):
    with torch.no_grad():
        reference = transformer(latents, timesteps)
    prediction = transformer(latents + noise, timesteps)
    clean = torch.cos(timesteps) * latents - torch.sin(timesteps) * prediction
    clean.detach()  # expect: noop-detach[unsafe]
    return loss_fn(prediction, reference), clean

# Reported at https://github.com/ulissigroup/amptorch/issues/12
# A collate function joins the sparse derivatives of all images of a batch; it was the
# bottleneck.
import torch


def factorize_data(training_data):
    fingerprints = torch.tensor([])
    energies = torch.tensor([])
    energies_parts = [energies]
    fingerprints_parts = [fingerprints]
    for image in training_data:
        fprint = image["fingerprint"]
        energy = torch.as_tensor(image["energy"]).reshape(1)
        fingerprints_parts.append(fprint)  # expect: cat-in-loop[unsafe]
        energies_parts.append(energy)  # expect: cat-in-loop[unsafe]
    fingerprints = torch.cat(fingerprints_parts, dim=0)
    energies = torch.cat(energies_parts)
    return fingerprints, energies

# Reported at https://github.com/ulissigroup/amptorch/issues/12
# A collate function joins the sparse derivatives of all images of a batch; it was the
# bottleneck.
import torch


def factorize_data(training_data):
    fingerprints = torch.tensor([])
    energies = torch.tensor([])
    for image in training_data:
        fprint = image["fingerprint"]
        energy = torch.as_tensor(image["energy"]).reshape(1)
        fingerprints = torch.cat((fingerprints, fprint), dim=0)  # expect: cat-in-loop[unsafe]
        energies = torch.cat((energies, energy))  # expect: cat-in-loop[unsafe]
    return fingerprints, energies

# Reported at https://github.com/grey-eye/talking-heads/pull/7
# Two losses of separate forwards; retain_graph only cost memory.
import torch


def meta_train(E, G, D, loader, optimizer_E_G, optimizer_D, criterion_E_G, criterion_D):
    for frames, target, landmarks in loader:
        e_hat = E(frames)
        x_hat = G(landmarks, e_hat)
        r_x_hat = D(x_hat, landmarks)
        optimizer_E_G.zero_grad()
        loss_E_G = criterion_E_G(target, x_hat, r_x_hat)
        loss_E_G.backward()  # expect: unneeded-retain-graph[unsafe]
        optimizer_E_G.step()

        optimizer_D.zero_grad()
        r_fake = D(x_hat.detach(), landmarks)
        r_real = D(target, landmarks)
        loss_D = criterion_D(r_real, r_fake)
        loss_D.backward()
        optimizer_D.step()

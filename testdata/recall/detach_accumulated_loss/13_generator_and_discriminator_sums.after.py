# Reported at https://github.com/pytorch/pytorch/issues/144181
# The sums of both losses of a vocoder GAN took 3 GB per epoch.
import torch


def train_and_evaluate(net_g, net_d, optim_g, optim_d, loader, losses, epoch):
    epoch_disc_sum = 0.0
    epoch_gen_sum = 0.0
    for wave, mel in loader:
        wave, mel = wave.cuda(), mel.cuda()
        y_hat = net_g(mel)
        real, fake = net_d(wave, y_hat.detach())
        loss_disc = losses.discriminator(real, fake)
        optim_d.zero_grad()
        loss_disc.backward()
        epoch_disc_sum += loss_disc.detach()  # expect: detach-accumulated-loss[safe]
        optim_d.step()

        real, fake = net_d(wave, y_hat)
        loss_gen_all = losses.generator(fake) + 45 * (wave - y_hat).abs().mean()
        optim_g.zero_grad()
        loss_gen_all.backward()
        epoch_gen_sum += loss_gen_all.detach()  # expect: detach-accumulated-loss[safe]
        optim_g.step()
    avg = (epoch_disc_sum / len(loader), epoch_gen_sum / len(loader))
    print(f"epoch {epoch}: disc {avg[0]:.4f} gen {avg[1]:.4f}")

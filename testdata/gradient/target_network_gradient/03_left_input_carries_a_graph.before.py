import torch


def actor_step(actor, critic_target, states):
    optimizer = torch.optim.Adam(actor.parameters())
    value = critic_target(states, actor(states))
    optimizer.zero_grad()
    (-value.mean()).backward()
    optimizer.step()


def matching(student, teacher, generator, noise):
    optimizer = torch.optim.Adam(list(student.parameters()) + list(generator.parameters()))
    images = generator(noise)
    wanted = teacher(images)
    loss = (student(images) - wanted).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

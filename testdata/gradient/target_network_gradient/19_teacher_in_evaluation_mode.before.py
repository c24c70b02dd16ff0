import torch
import torch.nn.functional as F


def distill(student, teacher, loader, optimizer):
    student.train()
    teacher.eval()
    for x, y in loader:
        optimizer.zero_grad()
        wanted = teacher(x)  # expect: target-network-gradient[unsafe]
        given = student(x)
        loss = F.kl_div(F.log_softmax(given, -1), F.softmax(wanted, -1)) + F.cross_entropy(given, y)
        loss.backward()
        optimizer.step()


def distill_in_any_mode(student, teacher, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        wanted = teacher(x)
        given = student(x)
        loss = F.kl_div(F.log_softmax(given, -1), F.softmax(wanted, -1)) + F.cross_entropy(given, y)
        loss.backward()
        optimizer.step()


def distill_both(student, teacher, loader, optimizer):
    teacher.eval()
    measure(teacher)
    teacher.train()
    for x, y in loader:
        optimizer.zero_grad()
        wanted = teacher(x)
        given = student(x)
        loss = F.kl_div(F.log_softmax(given, -1), F.softmax(wanted, -1)) + F.cross_entropy(given, y)
        loss.backward()
        optimizer.step()

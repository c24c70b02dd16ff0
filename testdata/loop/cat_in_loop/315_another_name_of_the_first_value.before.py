import torch


def run(count):
    x = torch.zeros(1, 2)
    out = x
    for _ in range(count):
        out = torch.cat((out, torch.ones(1, 2)))  # expect: cat-in-loop[unsafe]
    x.add_(1)
    return out[0]


def detections(images, detect):
    boxes = []
    for image in images:
        found = detect(image)
        if len(boxes) == 0:
            boxes = found
        else:
            boxes = torch.cat((boxes, found))  # expect: cat-in-loop[unsafe]
    return boxes


print(run(0), run(20))

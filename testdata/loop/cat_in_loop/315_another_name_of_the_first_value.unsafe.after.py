import torch


def run(count):
    x = torch.zeros(1, 2)
    out = x
    out_parts = [out]
    for _ in range(count):
        out_parts.append(torch.ones(1, 2))  # expect: cat-in-loop[unsafe]
    out = torch.cat(out_parts)
    x.add_(1)
    return out[0]


def detections(images, detect):
    boxes = []
    boxes_parts = []
    for image in images:
        found = detect(image)
        boxes_parts.append(found)
    if boxes_parts:
        boxes = torch.cat(boxes_parts)
    return boxes


print(run(0), run(20))

import torch


def first_full(batches):
    out = torch.empty(0, 4)
    for x in batches:
        out = torch.cat((out, x))
        if x.sum() > 0:
            return out
    return None


def growing(batches):
    out = torch.empty(0, 4)
    for x in batches:
        out = torch.cat((out, x))
        yield out


async def serve(batches, queue):
    out = torch.empty(0, 4)
    async for x in batches:
        out = torch.cat((out, x))
        await queue.put(out)

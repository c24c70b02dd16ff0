import torch


async def serve(load, requests):
    async for request in requests:
        model = await load()
        traced = torch.jit.trace(model, request)
        traced(request)

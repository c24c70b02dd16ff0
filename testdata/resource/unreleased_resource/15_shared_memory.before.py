# A block of memory that only unlink() frees.
from multiprocessing import shared_memory


def share(batches):
    for batch in batches:
        block = shared_memory.SharedMemory(create=True, size=len(batch))  # expect: unreleased-resource[unsafe]
        block.buf[: len(batch)] = batch
        block.close()

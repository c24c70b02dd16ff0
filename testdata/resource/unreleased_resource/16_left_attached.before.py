# Who only looks at the memory of somebody else has nothing to free.
from multiprocessing import shared_memory


def read(names):
    for name in names:
        block = shared_memory.SharedMemory(name=name)
        print(bytes(block.buf[:4]))
        block.close()

import tempfile
import os


def count(path):
    return len(open(path).read())


async def counted(pool, loop, text):
    tmp = tempfile.NamedTemporaryFile(delete=False)  # expect: unreleased-resource[unsafe]
    tmp.write(text)
    tmp.close()
    lines = await loop.run_in_executor(pool, count, tmp.name)
    os.remove(tmp.name)
    return lines

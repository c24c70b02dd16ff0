# These go with their last reference.
import tempfile
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pool


def work(items, f):
    for item in items:
        file = tempfile.NamedTemporaryFile()
        folder = tempfile.TemporaryDirectory()
        executor = ThreadPoolExecutor(4)
        pool = Pool(4)
        f(item, file, folder, list(executor.map(f, item)), pool.map(f, item))

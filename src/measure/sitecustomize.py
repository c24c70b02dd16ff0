"""Watches tensors from inside a program that `mlfix measure --tensors` runs.

Python imports this file at its start, because its folder is first on PYTHONPATH;
the sitecustomize that would have been imported without it is imported as well.
A thread appends lines to a file of the process, beside this one:

    TIME HEAP TENSORS TENSOR_BYTES GRAPH_NODES CUDA_ALLOCATED CUDA_RESERVED

TIME is CLOCK_MONOTONIC, "-" stands for what is not known, and the file INTERVAL
says how many seconds to wait at least.

The program must not notice. Nothing is printed, no module is imported that it
could miss, no random number is drawn. Samples are taken in the main thread,
between two of its instructions, as signal handlers are: a tensor that C++ gives
up while another thread holds it makes torch warn, and objects must die in the
thread in which they would have. No garbage is collected meanwhile, so cycles are
found when they would have been. The thread that asks for samples is none of
`threading`'s and takes no signals.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SHARE = 20  # samples take a twentieth of the time at most
MOST_NODES = 50_000  # each takes a few hundred bytes while it is counted
POLL_SECONDS = 0.005


def load_mallinfo2(ctypes):
    class Mallinfo2(ctypes.Structure):
        NAMES = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
        _fields_ = [(name, ctypes.c_size_t) for name in NAMES.split()]

    mallinfo2 = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo2:
        mallinfo2.restype = Mallinfo2
    return mallinfo2


def heap_bytes(mallinfo2):
    if not mallinfo2:
        return "-"
    info = mallinfo2()
    return info.uordblks + info.hblkhd


def storage_of(tensor):
    """Address and size of what views share."""
    modern = hasattr(tensor, "untyped_storage")
    storage = tensor.untyped_storage() if modern else tensor.storage()
    return storage.data_ptr(), storage.nbytes()


def graph_size(roots):
    seen = set()
    todo = list(roots)
    while todo and len(seen) < MOST_NODES:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo.extend(following for following, _ in node.next_functions)
    return len(seen)


def tensor_values(torch, objects):
    # type() and not isinstance(), which asks objects what they are: a lazy proxy
    # would load itself to answer.
    found = [each for each in objects if issubclass(type(each), torch.Tensor)]
    storages = {}
    roots = []
    for tensor in found:
        try:
            if tensor.device.type != "meta":
                address, size = storage_of(tensor)
                storages[address] = size
            if tensor.grad_fn is not None:
                roots.append(tensor.grad_fn)
        except RuntimeError:  # sparse tensors, for one, have no storage
            pass
    return len(found), sum(storages.values()), graph_size(roots)


def cuda_values(torch):
    if not torch.cuda.is_initialized():
        return "-", "-"
    devices = range(torch.cuda.device_count())
    return (
        sum(map(torch.cuda.memory_allocated, devices)),
        sum(map(torch.cuda.memory_reserved, devices)),
    )


def torch_values(gc):
    torch = sys.modules.get("torch")
    # While torch is being imported, its parts appear one by one.
    if torch is None or getattr(torch.__spec__, "_initializing", False):
        return ("-",) * 5
    with torch._C.DisableTorchFunction():
        return *tensor_values(torch, gc.get_objects()), *cuda_values(torch)


def is_of_program(error):
    """Whether a signal handler of the program raised it while it was our turn."""
    if not isinstance(error, Exception):
        return True
    torch_folder = os.path.dirname(sys.modules["torch"].__file__) if "torch" in sys.modules else HERE
    at = error.__traceback__
    while at is not None:
        if not at.tb_frame.f_code.co_filename.startswith((HERE, torch_folder)):
            return True
        at = at.tb_next
    return False


class Watcher:
    """The interpreter takes a sample by asking whether the watcher is true.

    That question is a C function: what a signal handler of the program raises
    during a sample, even before its first instruction, goes on from there into the
    program, as it would have without us. A callback of ctypes would swallow it.
    """

    def __init__(self):
        import ctypes
        import gc
        import time

        self.gc = gc
        self.time = time
        self.mallinfo2 = load_mallinfo2(ctypes)
        self.add_call = ctypes.pythonapi.Py_AddPendingCall
        self.is_true = ctypes.cast(ctypes.pythonapi.PyObject_IsTrue, ctypes.c_void_p)
        self.this = ctypes.py_object(self)
        with open(os.path.join(HERE, "INTERVAL"), encoding="ascii") as file:
            self.interval = float(file.read())
        # A process may run Python again by exec, under the number that it has.
        name = f"{os.getpid()}-{time.monotonic_ns()}.samples"
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self.output = os.open(os.path.join(HERE, name), flags, 0o600)
        self.cost = 0.0
        self.done = True

    def run(self):
        import _signal

        _signal.pthread_sigmask(_signal.SIG_BLOCK, _signal.valid_signals())
        while True:
            self.time.sleep(max(self.interval, self.cost * SHARE))
            self.done = False
            # Twice: a signal handler may end the first call before it has begun.
            self.ask_for_sample()
            self.ask_for_sample()
            while not self.done:
                self.time.sleep(POLL_SECONDS)

    def ask_for_sample(self):
        while self.add_call(self.is_true, self.this) != 0:  # the queue is full
            self.time.sleep(POLL_SECONDS)

    def __bool__(self):
        try:
            if not self.done:
                self.sample()
        except BaseException as error:
            if is_of_program(error):
                raise
        finally:
            self.done = True
        return False

    def sample(self):
        begin = self.time.monotonic()
        values = (begin, *self.values())
        os.write(self.output, (" ".join(map(str, values)) + "\n").encode())
        self.cost = self.time.monotonic() - begin

    def values(self):
        collects = self.gc.isenabled()
        try:
            self.gc.disable()
            return heap_bytes(self.mallinfo2), *torch_values(self.gc)
        finally:
            if collects:
                self.gc.enable()


def start():
    import _thread

    _thread.start_new_thread(Watcher().run, ())


def import_hidden():
    """Does what `import sitecustomize` does without us."""
    from importlib import machinery, util

    sys.path[:] = [place for place in sys.path if place != HERE]
    spec = machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None:
        raise ImportError("No module named 'sitecustomize'", name="sitecustomize")
    sys.modules["sitecustomize"] = module = util.module_from_spec(spec)
    spec.loader.exec_module(module)


try:
    start()
except Exception:  # then there are no samples, and mlfix says so
    pass
import_hidden()

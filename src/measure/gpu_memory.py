"""Prints, every INTERVAL seconds, which process uses how much GPU memory.

One line a sample: "PID:BYTES PID:BYTES ...", over all devices. Ends at once when
there is no NVML, and when nobody reads any more. mlfix is linked statically and
can't load the driver's library itself; Python can.
"""

import ctypes
import sys
import time

SUCCESS, INSUFFICIENT_SIZE = 0, 7
NOT_AVAILABLE = 2**64 - 1


class ProcessV1(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong)]


class ProcessV2(ctypes.Structure):
    _fields_ = ProcessV1._fields_ + [("instance", ctypes.c_uint), ("compute", ctypes.c_uint)]


def query_of(nvml):
    """The newest query whose structure is the same in all drivers, and that structure."""
    name = "nvmlDeviceGetComputeRunningProcesses"
    if hasattr(nvml, name + "_v2"):
        return getattr(nvml, name + "_v2"), ProcessV2
    return getattr(nvml, name), ProcessV1


def devices_of(nvml):
    count = ctypes.c_uint()
    if nvml.nvmlInit_v2() != SUCCESS or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)) != SUCCESS:
        sys.exit()
    devices = []
    for index in range(count.value):
        device = ctypes.c_void_p()
        if nvml.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(device)) == SUCCESS:
            devices.append(device)
    return devices


def processes_on(device, query, structure):
    room = 32
    while True:
        count = ctypes.c_uint(room)
        found = (structure * room)()
        status = query(device, ctypes.byref(count), found)
        if status != INSUFFICIENT_SIZE:
            return found[: count.value] if status == SUCCESS else []
        room = max(count.value, room) * 2


def main():
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        devices = devices_of(nvml)
        query, structure = query_of(nvml)
    except (OSError, AttributeError):
        return
    while True:
        used = {}
        for device in devices:
            for process in processes_on(device, query, structure):
                if process.used != NOT_AVAILABLE:
                    used[process.pid] = used.get(process.pid, 0) + process.used
        try:
            print(*(f"{pid}:{size}" for pid, size in used.items()), flush=True)
        except OSError:
            return
        time.sleep(float(sys.argv[1]))


main()

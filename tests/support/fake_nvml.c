/* Stands for the driver's library in tests. Two devices, on which the processes
   run that the file $FAKE_NVML lists: "PROCESS BYTES", one a line. */

#include <stdio.h>
#include <stdlib.h>

enum { kSuccess = 0, kInsufficientSize = 7, kDevices = 2 };

typedef struct {
  unsigned pid;
  unsigned long long used;
  unsigned gpu_instance;
  unsigned compute_instance;
} ProcessInfo;

int nvmlInit_v2(void) {
  return kSuccess;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = kDevices;
  return kSuccess;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  static char devices[kDevices];
  *device = &devices[index];
  return kSuccess;
}

int nvmlDeviceGetComputeRunningProcesses_v2(void* device, unsigned* count, ProcessInfo* found) {
  (void)device;
  FILE* file = fopen(getenv("FAKE_NVML"), "r");
  unsigned room = *count;
  ProcessInfo process = {0, 0, 0, 0};
  *count = 0;
  while (file != NULL && fscanf(file, "%u %llu", &process.pid, &process.used) == 2) {
    if (*count < room) found[*count] = process;
    ++*count;
  }
  if (file != NULL) fclose(file);
  return *count > room ? kInsufficientSize : kSuccess;
}

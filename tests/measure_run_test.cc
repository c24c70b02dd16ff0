// Measured runs of real programs: what is seen of them, how they are ended, and
// what is left of them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>

#include "measure/run.h"
#include "measure/statistics.h"
#include "support/temporary_folder.h"

namespace mlfix::measure_run_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPython = "/usr/bin/python3";
constexpr double kMega = 1e6;

class MeasuredRunTest : public ::testing::Test {
 protected:
  // A program that finds its folder as the current one.
  RunRequest python(const std::string& code) const {
    folder_.write("program.py", code);
    return request({kPython, "program.py"});
  }

  RunRequest request(std::vector<std::string> words) const {
    RunRequest request;
    request.command.words = std::move(words);
    request.command.folder = folder_.path();
    request.interval = milliseconds(20);
    request.log = folder_.path() / "log.txt";
    request.mark = folder_.path() / "mark";
    return request;
  }

  static MeasuredRun run(const RunRequest& request) {
    return run_until(request, [] { return false; });
  }

  static MeasuredRun run_until(const RunRequest& request, std::function<bool()> interrupted) {
    auto run = run_measured(request, {std::move(interrupted), [](double, double) {}});
    EXPECT_TRUE(run) << run.error().to_string();
    return run ? *run : MeasuredRun{};
  }

  bool exists(const char* name) const { return fs::exists(folder_.path() / name); }

  // Is the process alive whose number the program wrote to a file?
  bool is_alive(const char* name) const {
    const pid_t process = std::stoi(testing::read_bytes(folder_.path() / name));
    return ::kill(process, 0) == 0;
  }

  testing::TemporaryFolder folder_;
};

double peak(const MeasuredRun& run, Quantity quantity) {
  const auto found = run.series.find(quantity);
  return found == run.series.end() ? 0 : figures_of(found->second).peak;
}

TEST_F(MeasuredRunTest, SeesWhatAProgramHolds) {
  const MeasuredRun run = this->run(python(R"py(
import time
held = bytearray(b"x") * 100_000_000
time.sleep(2)
)py"));
  EXPECT_EQ(run.ending, Ending::Itself);
  EXPECT_EQ(run.status, 0);
  EXPECT_GT(peak(run, Quantity::Rss), 100 * kMega);
  EXPECT_GT(peak(run, Quantity::Pss), 100 * kMega);
  EXPECT_LT(peak(run, Quantity::Pss), 200 * kMega);
  EXPECT_FALSE(run.series.contains(Quantity::Gpu));
}

TEST_F(MeasuredRunTest, SeesGrowth) {
  const MeasuredRun run = this->run(python(R"py(
import time
held = []
for _ in range(30):
    held.append(bytearray(b"x") * 4_000_000)
    time.sleep(0.1)
)py"));
  const CurveFigures figures = figures_of(run.series.at(Quantity::Rss));
  EXPECT_GT(figures.per_minute.value_or(0), 0);
  EXPECT_GT(figures.peak, 100 * kMega);
}

TEST_F(MeasuredRunTest, CountsChildrenAndSharedPagesOnce) {
  const MeasuredRun run = this->run(python(R"py(
import os, time
held = bytearray(b"x") * 60_000_000
children = [os.fork() for _ in range(1)]
if children[0] != 0:
    os.waitpid(children[0], 0)
else:
    time.sleep(2)
)py"));
  EXPECT_GT(peak(run, Quantity::Rss), 120 * kMega);
  EXPECT_LT(peak(run, Quantity::Pss), 110 * kMega);
}

// Who leaves its parent, its session and its group is still seen, and ended with
// the command.
constexpr const char* kDaemon = R"py(
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        held = bytearray(b"x") * 80_000_000
        with open("daemon.part", "w") as file:
            file.write(str(os.getpid()))
        os.rename("daemon.part", "daemon")
        time.sleep(600)
    os._exit(0)
while not os.path.exists("daemon"):
    time.sleep(0.01)
time.sleep(0.3)
)py";

TEST_F(MeasuredRunTest, SeesDaemonsAndLeavesNoneBehind) {
  const MeasuredRun run = this->run(python(kDaemon));
  EXPECT_EQ(run.status, 0);
  EXPECT_GT(peak(run, Quantity::Rss), 80 * kMega);
  EXPECT_FALSE(is_alive("daemon"));
}

TEST_F(MeasuredRunTest, TellsHowACommandFailed) {
  RunRequest failing = request({"sh", "-c", "for i in $(seq 30); do echo line $i; done; exit 7"});
  const MeasuredRun run = this->run(failing);
  EXPECT_TRUE(run.failed());
  EXPECT_EQ(run.status, 7);
  ASSERT_EQ(run.last_lines.size(), 20U);
  EXPECT_EQ(run.last_lines.front(), "line 11");
  EXPECT_EQ(run.last_lines.back(), "line 30");
}

TEST_F(MeasuredRunTest, TellsWhichSignalKilled) {
  EXPECT_EQ(run(request({"sh", "-c", "kill -9 $$"})).status, 137);
}

TEST_F(MeasuredRunTest, HasBothStreamsInOrder) {
  const MeasuredRun run = this->run(request({"sh", "-c", "echo one; echo two >&2; echo three"}));
  EXPECT_THAT(run.last_lines, ElementsAre("one", "two", "three"));
}

TEST_F(MeasuredRunTest, RefusesWhatCannotRun) {
  const auto run = run_measured(request({"no-such-program-here"}),
                                {[] { return false; }, [](double, double) {}});
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().to_string(), HasSubstr("no-such-program-here can't be run"));
}

TEST_F(MeasuredRunTest, EndsAtTheLimitPolitely) {
  RunRequest slow = python(R"py(
import time
try:
    time.sleep(600)
except KeyboardInterrupt:
    open("asked", "w").close()
)py");
  slow.limit = milliseconds(500);
  const MeasuredRun run = this->run(slow);
  EXPECT_EQ(run.ending, Ending::TimeLimit);
  EXPECT_FALSE(run.failed());
  EXPECT_TRUE(exists("asked"));
}

TEST_F(MeasuredRunTest, KillsWhatDoesNotListen) {
  RunRequest deaf = python(R"py(
import os, signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open("deaf", "w") as file:
    file.write(str(os.getpid()))
time.sleep(600)
)py");
  const MeasuredRun run = run_until(deaf, [&] {
    return exists("deaf") && !testing::read_bytes(folder_.path() / "deaf").empty();
  });
  EXPECT_EQ(run.ending, Ending::Interrupted);
  EXPECT_FALSE(is_alive("deaf"));
}

TEST_F(MeasuredRunTest, DoesNotLetWhoInterruptsWaitForWhatDoesNotListen) {
  RunRequest deaf = python(R"py(
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open("deaf", "w").close()
time.sleep(600)
)py");
  std::optional<std::chrono::steady_clock::time_point> asked;
  run_until(deaf, [&] {
    if (!asked && exists("deaf")) asked = std::chrono::steady_clock::now();
    return asked.has_value();
  });
  ASSERT_TRUE(asked.has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - *asked, milliseconds(1000));
}

TEST_F(MeasuredRunTest, GivesTheCommandTheSignalsOfAShell) {
  const MeasuredRun run = this->run(python(R"py(
import signal
print(signal.pthread_sigmask(signal.SIG_BLOCK, []), signal.getsignal(signal.SIGTERM))
)py"));
  EXPECT_THAT(run.last_lines, ElementsAre("set() 0"));
}

// What the scripts in src/measure are, on disk.
std::string script(const char* name) {
  return testing::read_bytes(fs::path(MLFIX_SOURCE_DIR) / "src/measure" / name);
}

// A library in the place of the driver's, which reports what a file says.
class GpuRunTest : public MeasuredRunTest {
 protected:
  GpuRunTest() {
    setenv("LD_LIBRARY_PATH", fs::path(MLFIX_FAKE_NVML).parent_path().c_str(), 1);
    setenv("FAKE_NVML", (folder_.path() / "gpu").c_str(), 1);
  }
  ~GpuRunTest() override {
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("FAKE_NVML");
  }
};

TEST_F(GpuRunTest, CountsWhatItsProcessesUse) {
  folder_.write("gpu", "1 999000000\n");
  RunRequest request = python(R"py(
import os, time
with open("part", "w") as file:
    file.write(f"1 999000000\n{os.getpid()} 5000000\n")
os.rename("part", "gpu")
time.sleep(1.5)
)py");
  GpuProbe gpu(kPython, script("gpu_memory.py"), milliseconds(20));
  request.gpu = &gpu;
  const MeasuredRun run = this->run(request);
  // The library has two devices that say the same.
  EXPECT_EQ(peak(run, Quantity::Gpu), 10 * kMega);
}

TEST_F(GpuRunTest, HasNoCurveWhereNothingIsUsed) {
  folder_.write("gpu", "1 999000000\n");
  RunRequest request = this->request({"sleep", "0.5"});
  GpuProbe gpu(kPython, script("gpu_memory.py"), milliseconds(20));
  request.gpu = &gpu;
  EXPECT_FALSE(run(request).series.contains(Quantity::Gpu));
}

TEST_F(MeasuredRunTest, DoesWithoutADriver) {
  RunRequest request = this->request({"sleep", "0.2"});
  GpuProbe gpu(kPython, script("gpu_memory.py"), milliseconds(20));
  request.gpu = &gpu;
  EXPECT_FALSE(run(request).series.contains(Quantity::Gpu));
}

class WatchedRunTest : public MeasuredRunTest {
 protected:
  MeasuredRun watched(const std::string& code, const std::optional<std::string>& path = {}) const {
    auto probe = TensorProbe::make(script("sitecustomize.py"), milliseconds(20));
    EXPECT_TRUE(probe);
    RunRequest request = python(code);
    request.command.environment["PYTHONPATH"] = probe->python_path(path);
    request.command.environment["OMP_NUM_THREADS"] = "1";
    request.tensors = &*probe;
    return run(request);
  }

  static bool has_torch() { return fs::exists("/usr/lib/python3/dist-packages/torch"); }
};

TEST_F(WatchedRunTest, SeesTheHeapOfAnyProgram) {
  const MeasuredRun run = watched(R"py(
import time
held = []
end = time.monotonic() + 1
while time.monotonic() < end:
    if len(held) < 50:
        held.append(bytearray(1_000_000))
)py");
  EXPECT_EQ(run.status, 0);
  EXPECT_GT(peak(run, Quantity::Heap), 50 * kMega);
  EXPECT_FALSE(run.series.contains(Quantity::Tensors));
}

TEST_F(WatchedRunTest, CountsTensorsAndTheirGraph) {
  if (!has_torch()) GTEST_SKIP() << "there is no PyTorch for " << kPython;
  const MeasuredRun run = watched(R"py(
import glob, os, time
import torch
total = torch.zeros(10, requires_grad=True)
for _ in range(200):
    total = total + 1
data = torch.ones(1_000_000)
views = [data[i:] for i in range(10)]
(samples,) = glob.glob(os.environ["PYTHONPATH"] + "/*.samples")
size = os.path.getsize(samples)
while os.path.getsize(samples) < size + 200:
    sum(range(1000))
)py");
  EXPECT_EQ(run.status, 0) << ::testing::PrintToString(run.last_lines);
  EXPECT_GE(peak(run, Quantity::Graph), 200);
  EXPECT_LT(peak(run, Quantity::Graph), 210);
  EXPECT_GE(peak(run, Quantity::Tensors), 12);
  EXPECT_GE(peak(run, Quantity::TensorBytes), 4 * kMega);
  EXPECT_LT(peak(run, Quantity::TensorBytes), 4.1 * kMega) << "views share their storage";
}

// Prints what a watcher could disturb.
constexpr const char* kSelfAware = R"py(
import gc, os, random, signal, sys, threading, time
import sitecustomize
print(sitecustomize.__file__, sitecustomize.MARK)
print(threading.active_count(), [t.name for t in threading.enumerate()])
print([place for place in sys.path if "mlfix-measure" in place])
print(gc.isenabled(), sys.getswitchinterval())
random.seed(0)
class Cycle:
    def __init__(self): self.me = self
    def __del__(self): print("collected")
gc.disable()
Cycle()
caught = 0
def handler(*_): raise TimeoutError("late")
signal.signal(signal.SIGALRM, handler)
for _ in range(30):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        while True:
            [object() for _ in range(100)]
    except TimeoutError as error:
        caught += str(error) == "late"
print("caught", caught, random.random())
gc.collect()
sys.stdout.flush()  # or the child prints it all again
if os.fork() == 0:
    print("child", flush=True)
    os._exit(0)
os.wait()
sys.exit(3)
)py";

TEST_F(WatchedRunTest, IsNotNoticed) {
  folder_.write("site/sitecustomize.py", "MARK = 'mine'\n");
  const std::string site = folder_.path() / "site";
  const MeasuredRun run = watched(kSelfAware, site);
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.last_lines,
              ElementsAre(site + "/sitecustomize.py mine", "1 ['MainThread']", "[]", "True 0.005",
                          "caught 30 0.8444218515250481", "collected", "child"));
  EXPECT_TRUE(run.series.contains(Quantity::Heap));
}

TEST_F(WatchedRunTest, LeavesTheAbsenceOfASitecustomizeAsItIs) {
  // Without site, and without the folder in which Debian has one.
  folder_.write("inner.py", R"py(
import ctypes, gc, importlib.util, sys, time
sys.path[:] = [place for place in sys.path if place != "/usr/lib/python3.11"]
try:
    import sitecustomize
except ImportError as error:
    print(error, "sitecustomize" in sys.modules)
)py");
  const MeasuredRun run = watched(R"py(
import subprocess, sys
subprocess.run([sys.executable, "-S", "inner.py"])
)py");
  EXPECT_THAT(run.last_lines, ElementsAre("No module named 'sitecustomize' False"));
}

}  // namespace
}  // namespace mlfix::measure_run_test

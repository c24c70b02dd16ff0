# A test looks at the last call.
import unittest


class FakeScheduler:
    def __init__(self):
        self.step_history = []

    def step(self, increment):
        self.step_history.append(increment)


class SchedulerTest(unittest.TestCase):
    def test_step(self):
        scheduler = FakeScheduler()
        scheduler.step(2)
        self.assertEqual(scheduler.step_history[-1], 2)

import time


class Runner:
    def __init__(self):
        self.lines = []

    def log(self, text):
        self.lines.append(time.strftime("%H:%M:%S ") + "step " + str(text))
        print(self.lines[-1], flush=True)

# Nobody reads the history, and there is no limit to trim it to.
class TelescopeAgg:
    def __init__(self):
        self.measurements = []

    def add_measurement(self, meas):
        self.measurements.append(meas)  # expect: unbounded-history[report]

class Tracker:
    def __init__(self):
        self.tracks = {}
        self.gone = []

    def step(self, boxes):
        for track in list(self.tracks.values()):
            track["age"] += 1
            if track["age"] > 30:
                self.gone.append(self.tracks.pop(track["id"]))
        for box in boxes:
            self.tracks[box.id] = {"id": box.id, "age": 0, "box": box}
        return self.tracks

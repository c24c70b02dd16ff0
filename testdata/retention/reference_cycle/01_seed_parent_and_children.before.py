# Nothing but the links: what the users of the class hang on it is kept with it.
class Node:
    def __init__(self):
        self.children = []
        self.parent = None

    def add_child(self, child):
        self.children.append(child)
        child.parent = self  # expect: reference-cycle[report]

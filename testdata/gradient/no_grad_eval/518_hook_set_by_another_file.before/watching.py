def note(tracker, value):
    tracker.items.append(value.pow(2).mean())


def watch(module, tracker):
    module.register_forward_hook(lambda of, given, output: note(tracker, output))

SECONDS = []
ALL = []


def timed(seconds, request):
    SECONDS.append(float(seconds))
    ALL.append(request)


def health():
    return sum(SECONDS[-100:]), ALL[-1], ALL[0]

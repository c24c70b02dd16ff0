from painter import Painter


def show(model, image):
    return Painter(model, 3).paint_quickly(image)

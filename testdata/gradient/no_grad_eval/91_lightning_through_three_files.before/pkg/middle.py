from pkg import base


class Middle(base.Base):
    pass

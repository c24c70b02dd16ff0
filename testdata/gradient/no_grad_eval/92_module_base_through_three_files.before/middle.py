from base import Base


class Middle(Base):
    pass

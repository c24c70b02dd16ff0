from a_1 import save
from b_1 import finish
for i in range(3):
    save(i)
finish()

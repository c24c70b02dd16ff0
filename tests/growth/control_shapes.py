"""Programs that grow in ways through a function: returns, handlers, finally clauses, tests."""

from shapes import joined, program, repeated, shape


@shape()
def returns_in_training(n):
    return program("def f(loader):\n    model.eval()\n    for batch in loader:\n        loss = model(batch)\n" + repeated(n, "        if c@: return loss\n") + "        loss.backward()\n")


@shape()
def raises(n):
    return program("def f(loader):\n    fig = plt.figure()\n"
                   + repeated(n, "    if c@: raise E(@)\n") + "    plt.savefig('x')\n")


@shape(10)
def nested_finally(n):
    m = n // 17 + 1
    n = 17
    return program(m * ("def f(c):\n    fig = plt.figure()\n" + "".join(("  " * i
                   + "    try:\n" for i in range(n))) + "  " * n + "    if c: return model(c)\n"
                   + "".join(("  " * i + "    finally:\n" + "  " * i
                   + f"      y{i} = model(c)\n" for i in reversed(range(n))))
                   + "    plt.savefig('x')\n"))


@shape()
def finally_clauses(n):
    return program("def f(c):\n    fig = plt.figure()\n"
                   + repeated(n, "    try:\n        if c: return model(c)\n    finally:\n        y@ = model(c)\n") + "    plt.savefig('x')\n")


@shape()
def returns_in_finally(n):
    return program("def f(c):\n    fig = plt.figure()\n    try:\n"
                   + repeated(n, "        if c: return model(@)\n")
                   + "    finally:\n        y = model(c)\n    plt.savefig('x')\n")


@shape()
def handlers_and_raises(n):
    return program("def f(c):\n    fig = plt.figure()\n    try:\n"
                   + repeated(n, "        if c: raise E@\n")
                   + repeated(n, "    except E@:\n        pass\n") + "    plt.savefig('x')\n")


@shape()
def with_blocks_in_function(n):
    return program("def f(c):\n    fig = plt.figure()\n"
                   + repeated(n, "    with g@() as h:\n        plt.plot(model(h))\n")
                   + "    plt.savefig('x')\n")


@shape()
def suppressions(n):
    return program("from contextlib import suppress\ndef f(c):\n    fig = plt.figure()\n"
                   + repeated(n, "    with suppress(E):\n        plt.plot(model(c))\n")
                   + "    plt.savefig('x')\n")


@shape(10)
def nested_with(n):
    m = n // 17 + 1
    n = 17
    return program(m * ("def f(c):\n    fig = plt.figure()\n" + "".join(("  " * i
                   + f"    with g() as h{i}:\n" for i in range(n))) + "  " * n
                   + "    plt.plot(model(c))\n    plt.savefig('x')\n"))


@shape()
def match_cases_in_function(n):
    return program("def f(c):\n    fig = plt.figure()\n    match c:\n"
                   + repeated(n, "        case @: plt.plot(model(c))\n") + "    plt.savefig('x')\n")


@shape()
def match_returns(n):
    return program("def f(c):\n    fig = plt.figure()\n    match c:\n"
                   + repeated(n, "        case @ if g(c): return fig\n") + "    plt.savefig('x')\n")


@shape()
def loops_with_break(n):
    return program("def f(c):\n    fig = plt.figure()\n"
                   + repeated(n, "    for x in c:\n        if x: break\n        plt.plot(x)\n    else:\n        y = 1\n") + "    plt.savefig('x')\n")


@shape()
def breaks_of_one_loop(n):
    return program("def f(c):\n    for x in c:\n        fig = plt.figure()\n"
                   + repeated(n, "        if x == @: break\n") + "        plt.savefig('x')\n")


@shape()
def continues_of_one_loop(n):
    return program("def f(c):\n    for x in c:\n        fig = plt.figure()\n"
                   + repeated(n, "        if x == @: continue\n") + "        plt.savefig('x')\n")


@shape()
def and_or_chain(n):
    return program("def f(c):\n    fig = plt.figure()\n    y = "
                   + "".join((f"c{i} {('and' if i % 2 else 'or')} " for i in range(n)))
                   + "model(c)\n    plt.savefig('x')\n")


@shape()
def and_or_chain_of_plots(n):
    return program("def f(c):\n    fig = plt.figure()\n    y = "
                   + "".join((f"plt.plot(c{i}) {('and' if i % 2 else 'or')} " for i in range(n)))
                   + "model(c)\n    plt.savefig('x')\n")


@shape()
def long_comparison(n):
    return program("def f(c):\n    fig = plt.figure()\n    y = " + joined(n, "g(c@)", " < ")
                   + "\n    plt.savefig('x')\n")


@shape()
def conditional_expressions(n):
    return program("def f(c):\n    fig = plt.figure()\n    y = "
                   + repeated(n, "plt.plot(@) if c@ else ") + "0\n    plt.savefig('x')\n")


@shape(10)
def clauses_of_comprehension(n):
    return program("def f(c):\n    fig = plt.figure()\n" + repeated(n // 17
                   + 1, "    y = [plt.plot(c) " + joined(17, "for x@@ in c if x@@", " ") + "]\n")
                   + "    plt.savefig('x')\n")


@shape()
def ifs_of_comprehension(n):
    return program("def f(c):\n    fig = plt.figure()\n    y = [plt.plot(x) for x in c "
                   + joined(n, "if g(x, @)", " ") + "]\n    plt.savefig('x')\n")


@shape()
def assertions_of_function(n):
    return program("def f(c):\n    fig = plt.figure()\n" + repeated(n, "    assert g(c@)\n")
                   + "    plt.savefig('x')\n")


@shape()
def handlers_of_one_try(n):
    return program("try: pass\n" + repeated(n, "except E@: x = model(1)\n"))


@shape()
def gradients_switched_by_phase(n):
    return program("def f():\n" + repeated(n,
                   "    with torch.set_grad_enabled(phase == 'train'):\n"
                   "        loss = criterion(model(x))\n"
                   "        if phase == 'train': loss.backward()\n"
                   "    kept.append(loss)\n"))


@shape(50)
def loops_onto_one_list(n):
    return program("kept = []\n" + repeated(n, "for b in loader:\n    loss = model(b)\n"
                                               "    loss.backward()\n    kept.append(loss)\n"))


@shape()
def losses_of_one_object(n):
    return program("class T:\n    def f(self, loader):\n        for b in loader:\n"
                   + repeated(n, "            self.l@ = self.m(b)\n"
                                 "            self.l@.backward(retain_graph=True)\n"))


@shape()
def losses_that_keep_their_graph(n):
    return program("for b in loader:\n    loss = model(b)\n"
                   + repeated(n, "    loss@ = loss + @\n    loss@.backward(retain_graph=True)\n"))


def handlers_without_loop(n):
    return program("try: pass\n" + repeated(n, "except E: x = model(1)\n"))


@shape()
def raises_and_handlers(n):
    return program("def f(m):\n    try:\n"
                   + repeated(n, "        x@ = m(@)\n        if x@: raise E@\n")
                   + repeated(n, "    except E@: y = m(1)\n")
                   + "    finally:\n        y = m(2)\n    return y\n")


@shape()
def backward_of_sums_in_loop(n):
    return program("for b in loader:\n    loss = model(b)\n"
                   + repeated(n, "    loss@ = loss + @\n    loss@.backward(retain_graph=True)\n"))


@shape()
def backward_of_attributes_in_loop(n):
    return program("class T:\n  def f(self, l):\n    for b in l:\n"
                   + repeated(n, "      self.l@ = self.m(b)\n"
                                 "      self.l@.backward(retain_graph=True)\n"))


@shape()
def steps_in_one_loop(n):
    return program("m = nn.Linear(1,1)\nopt = torch.optim.SGD(m.parameters())\nfor b in loader:\n"
                   + repeated(n, "    opt.zero_grad()\n    m(b).backward()\n    opt.step()\n"))


@shape(50)
def steps_without_reset(n):
    return program("m = nn.Linear(1,1)\nopt = torch.optim.SGD(m.parameters())\nfor b in loader:\n"
                   + repeated(n, "    m(b).backward()\n    opt.step()\n"))


@shape()
def optimizers_in_one_loop(n):
    return program(repeated(n, "m@ = nn.Linear(1,1)\nopt@ = torch.optim.SGD(m@.parameters())\n")
                   + "for b in loader:\n"
                   + repeated(n, "    opt@.zero_grad()\n    m@(b).backward()\n    opt@.step()\n"))


@shape()
def names_of_one_figure(n):
    return program("for x in y:\n    fig = plt.figure()\n"
                   + repeated(n, "    a@ = fig\n    a@.savefig(chr(1))\n"))


@shape()
def definitions_of_one_name(n):
    return program(repeated(n, "if c@:\n    def f(m):\n        m.eval()\n        return m(@)\n")
                   + "for batch in loader:\n    loss = criterion(model(batch))\n"
                   + repeated(n, "    kept.append(f(loss))\n"))


@shape(50)
def loops_that_fill_one_list(n):
    return program("h = []\n" + repeated(n, "for b in loader:\n    l = model(b)\n"
                                            "    l.backward()\n    h.append(l)\n"))


@shape()
def keywords_of_one_function(n):
    return program("def f(" + ", ".join(f"a{i}=None" for i in range(n)) + "):\n"
                   + repeated(n, "    k.append(a@)\n")
                   + "for batch in loader:\n    loss = criterion(model(batch))\n"
                   + repeated(n, "    f(a@=loss)\n"))


@shape()
def methods_in_circles(n):
    methods = (f"    def f{i}(self, x):\n        if x: return self.f{(i * 7 + 1) % n}(x)\n"
               f"        self.k.append(x)\n        return self.f{(i * 13 + 5) % n}(self.m(x))\n"
               for i in range(n))
    return program("class A:\n" + "".join(methods))


@shape()
def switches_by_phase(n):
    return program("def f():\n" + repeated(n, (
        '    with torch.set_grad_enabled(phase == "train"):\n        out = model(x)\n'
        '        loss = crit(out)\n        if phase == "train": loss.backward()\n'
        '    k.append(loss)\n')))


@shape(50)
def passes_of_one_flag(n):
    return program("def f(loader, c, train=True):\n    for batch in loader:\n"
                   + repeated(n, "        loss@ = c(model(batch))\n"
                                 "        if train: loss@.backward()\n")
                   + "\n\nf(loader, c, train=False)\n")


@shape()
def statements_before_a_flag(n):
    return program("def f(loader, c, train=True):\n    for batch in loader:\n"
                   + repeated(n, "        x@ = model(batch)\n        y += x@\n")
                   + "        loss = c(y)\n        if train: loss.backward()\n"
                     "\n\nf(loader, c, train=False)\n")


@shape()
def calls_with_a_flag(n):
    return program("def f(x, c, train=True):\n    loss = c(model(x))\n"
                   "    if train: loss.backward()\n\n\n"
                   + repeated(n, "f(x@, c, train=False)\n"))

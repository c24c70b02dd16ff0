# People are told by a function of the project.
import tempfile


def save(result, print_line):
    with tempfile.NamedTemporaryFile(delete=False) as file:
        result.write(file.name)
    print_line(f"see {file.name}")

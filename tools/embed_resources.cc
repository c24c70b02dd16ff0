// Turns files into a C++ table, so that the installed program is one file.
// Contents become arrays of numbers: string literals have a length limit that
// compilers differ on.
//
// Usage: embed_resources output.cc source_root relative_path...

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string read_file(const std::string& path) {
  std::ifstream input(path, std::ios::binary);
  if (!input) {
    throw std::runtime_error("can't read " + path);
  }
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

void write_array(std::ostream& out, std::size_t index, std::string_view bytes) {
  out << "constexpr char kData" << index << "[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    out << (i % 32 == 0 ? "\n    " : "") << static_cast<int>(static_cast<signed char>(bytes[i]))
        << ',';
  }
  out << "\n    0};\n";
}

void write_table(std::ostream& out, const std::vector<std::string>& paths,
                 const std::string& root) {
  out << "// Generated from the files under config/ and transforms/. Do not edit.\n\n"
         "#include \"config/resource_table.h\"\n\nnamespace mlfix {\nnamespace {\n\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    write_array(out, i, read_file(root + "/" + paths[i]));
  }
  out << "\nconstexpr Resource kTable[] = {\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    out << "    {\"" << paths[i] << "\", {kData" << i << ", sizeof kData" << i << " - 1}},\n";
  }
  out << "    {\"\", \"\"},  // an array can't be empty; not part of the table\n"
         "};\n\n}  // namespace\n\n"
         "std::span<const Resource> resource_table() {\n"
         "  return std::span<const Resource>(kTable).first("
      << paths.size() << ");\n}\n\n}  // namespace mlfix\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: embed_resources output.cc source_root relative_path...\n";
    return EXIT_FAILURE;
  }
  try {
    std::ofstream out(argv[1]);
    write_table(out, std::vector<std::string>(argv + 3, argv + argc), argv[2]);
    if (!out.flush()) {
      throw std::runtime_error(std::string("can't write ") + argv[1]);
    }
  } catch (const std::exception& error) {
    std::cerr << "embed_resources: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

// Turns files into a C++ table, so that the installed program is one file.
// Contents become arrays of numbers: string literals have a length limit that
// compilers differ on. A table of config/ is read here, once, and becomes what a YamlTable
// points into: reading the tables as YAML would be most of what a short run does.
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

#include "config/yaml_document.h"

namespace {

constexpr std::string_view kDefaults = "config/default.yml";
constexpr std::string_view kKnowledge = "config/knowledge/";

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

bool is_read_here(std::string_view path) {
  return path == kDefaults || path.starts_with(kKnowledge);
}

void write_document(std::ostream& out, std::size_t index, const mlfix::YamlStorage& document) {
  out << "constexpr YamlRecord kRecords" << index << "[] = {";
  for (std::size_t i = 0; i < document.records.size(); ++i) {
    const mlfix::YamlRecord& record = document.records[i];
    out << (i % 8 == 0 ? "\n    " : "") << "{YamlKind{" << static_cast<int>(record.kind) << "},"
        << (record.quoted ? "true" : "false") << ',' << record.line << ',' << record.begin << ','
        << record.end << "},";
  }
  out << "\n};\nconstexpr std::uint32_t kChildren" << index << "[] = {";
  for (std::size_t i = 0; i < document.children.size(); ++i) {
    out << (i % 32 == 0 ? "\n    " : "") << document.children[i] << ',';
  }
  out << "\n    0};  // an array can't be empty\n";
  write_array(out, index, document.texts);
}

void write_file(std::ostream& out, std::size_t index, const std::string& path,
                const std::string& text) {
  if (!is_read_here(path)) return write_array(out, index, text);
  const auto document = mlfix::read_yaml(text, path);
  if (!document) {
    const mlfix::Error& error = document.error();
    throw std::runtime_error(error.path + ":" + std::to_string(error.line) + ": " + error.message);
  }
  write_document(out, index, *document);
}

void write_row(std::ostream& out, std::size_t index, const std::string& path) {
  const std::string number = std::to_string(index);
  const std::string bytes = "{kData" + number + ", sizeof kData" + number + " - 1}";
  out << "    {\"" << path << "\", ";
  if (is_read_here(path)) {
    out << "{}, {kRecords" << number << ", kChildren" << number << ", " << bytes << "}},\n";
  } else {
    out << bytes << ", {}},\n";
  }
}

void write_table(std::ostream& out, const std::vector<std::string>& paths,
                 const std::string& root) {
  out << "// Generated from the files under config/ and transforms/. Do not edit.\n\n"
         "#include \"config/resource_table.h\"\n\nnamespace mlfix {\nnamespace {\n\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    write_file(out, i, paths[i], read_file(root + "/" + paths[i]));
  }
  out << "\nconstexpr Resource kTable[] = {\n";
  for (std::size_t i = 0; i < paths.size(); ++i) write_row(out, i, paths[i]);
  out << "    {\"\", \"\", {}},  // an array can't be empty; not part of the table\n"
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

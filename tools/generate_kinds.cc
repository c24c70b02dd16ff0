// Turns the grammar into kinds.h and kinds.cc: one enumerator for every node kind and
// field that it knows. Code that names a kind which a new version of the grammar no
// longer has then fails to compile, instead of silently never matching.
//
// Usage: generate_kinds kinds.h kinds.cc

#include <tree_sitter/api.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_python();

namespace {

// What a symbol is called in the grammar. Named kinds sort before tokens.
struct Symbol {
  bool anonymous = false;
  std::string name;
  friend bool operator<(const Symbol& a, const Symbol& b) {
    return std::tie(a.anonymous, a.name) < std::tie(b.anonymous, b.name);
  }
};

struct Grammar {
  std::set<Symbol> symbols;  // what may be a node of a tree
  std::set<std::string> fields;
};

struct Enumerator {
  std::string identifier;
  Symbol symbol;
};

// Supertypes are never nodes: each is one of its subtypes. Nor are the rules that the grammar
// keeps to itself.
Grammar read_grammar(const TSLanguage* language) {
  Grammar grammar;
  const std::uint32_t symbols = ts_language_symbol_count(language);
  for (std::uint32_t i = 0; i < symbols; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const TSSymbolType type = ts_language_symbol_type(language, symbol);
    if (type == TSSymbolTypeRegular || type == TSSymbolTypeAnonymous) {
      grammar.symbols.insert(
          {type == TSSymbolTypeAnonymous, ts_language_symbol_name(language, symbol)});
    }
  }
  const std::uint32_t fields = ts_language_field_count(language);
  for (std::uint32_t i = 1; i <= fields; ++i) {
    grammar.fields.insert(ts_language_field_name_for_id(language, static_cast<TSFieldId>(i)));
  }
  return grammar;
}

// "augmented_assignment" -> "AugmentedAssignment", "is not" -> "IsNot".
std::string pascal_case(std::string_view name) {
  std::string result;
  bool word_start = true;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      word_start = true;
      continue;
    }
    result += word_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    word_start = false;
  }
  return result;
}

std::string_view punctuation_name(char c) {
  static const std::map<char, std::string_view> kNames = {
      {'!', "Bang"},       {'%', "Percent"},     {'&', "Ampersand"},  {'(', "LeftParen"},
      {')', "RightParen"}, {'*', "Star"},        {'+', "Plus"},       {',', "Comma"},
      {'-', "Minus"},      {'.', "Dot"},         {'/', "Slash"},      {':', "Colon"},
      {';', "Semicolon"},  {'<', "Less"},        {'=', "Equal"},      {'>', "Greater"},
      {'@', "At"},         {'[', "LeftBracket"}, {'\\', "Backslash"}, {']', "RightBracket"},
      {'^', "Caret"},      {'_', "Underscore"},  {'{', "LeftBrace"},  {'|', "Pipe"},
      {'}', "RightBrace"}, {'~', "Tilde"},       {'?', "Question"},   {'$', "Dollar"},
      {'"', "Quote"},      {'\'', "Apostrophe"}, {'`', "Backtick"},   {'#', "Hash"},
  };
  const auto found = kNames.find(c);
  if (found == kNames.end()) {
    throw std::runtime_error(std::string("no name for the token character '") + c + "'");
  }
  return found->second;
}

// "+=" -> "TokenPlusEqual", "async" -> "TokenAsync".
std::string token_identifier(std::string_view token) {
  std::string result = pascal_case(token);
  if (result.empty()) {
    for (const char c : token) {
      result += punctuation_name(c);
    }
  }
  return "Token" + result;
}

std::vector<Enumerator> kind_enumerators(const Grammar& grammar) {
  std::vector<Enumerator> result;
  std::set<std::string> seen = {"Error", "Hidden"};
  for (const Symbol& symbol : grammar.symbols) {
    std::string identifier =
        symbol.anonymous ? token_identifier(symbol.name) : pascal_case(symbol.name);
    if (!seen.insert(identifier).second) {
      throw std::runtime_error("two symbols are called " + identifier);
    }
    result.push_back({std::move(identifier), symbol});
  }
  return result;
}

std::string literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += c;
  }
  return result + "\"";
}

void write_header(std::ostream& out, const std::vector<Enumerator>& kinds,
                  const std::set<std::string>& fields) {
  out << "// Generated from the grammar. Do not edit.\n"
         "//\n"
         "// Kind: what a node is. Tokens are named after what they spell (TokenPlusEqual).\n"
         "// Field: the role a node plays in its parent. All functions are pure and\n"
         "// thread-safe; *_name is O(1), *_from_name is O(log n).\n"
         "#pragma once\n\n"
         "#include <cstddef>\n#include <cstdint>\n#include <string_view>\n\n"
         "namespace mlfix {\n\n"
         "enum class Kind : std::uint16_t {\n"
         "  Error,   // the parser's ERROR node\n"
         "  Hidden,  // a symbol of the grammar that is never a node of a tree\n";
  for (const Enumerator& kind : kinds) {
    out << "  " << kind.identifier << ",  // " << literal(kind.symbol.name) << "\n";
  }
  out << "};\n"
      << "inline constexpr std::size_t kKindCount = " << kinds.size() + 2 << ";\n\n"
      << "enum class Field : std::uint16_t {\n  None,\n";
  for (const std::string& field : fields) {
    out << "  " << pascal_case(field) << ",\n";
  }
  out << "};\n"
      << "inline constexpr std::size_t kFieldCount = " << fields.size() + 1 << ";\n\n"
      << "// The grammar's name: \"call\", \"+=\"; \"ERROR\" for Kind::Error.\n"
         "std::string_view kind_name(Kind kind);\n"
         "// The grammar's name: \"body\"; empty for Field::None.\n"
         "std::string_view field_name(Field field);\n"
         "// The kind with that grammar name; Kind::Hidden when no node can have it.\n"
         "Kind kind_from_name(std::string_view name, bool named);\n"
         "// The field with that grammar name; Field::None when there is none.\n"
         "Field field_from_name(std::string_view name);\n\n"
         "}  // namespace mlfix\n";
}

void write_kind_functions(std::ostream& out, const std::vector<Enumerator>& kinds) {
  const auto first_token =
      std::find_if(kinds.begin(), kinds.end(), [](const auto& k) { return k.symbol.anonymous; });
  out << "// Index = value of the enumerator. Sorted by name from kFirstNamed to\n"
         "// kFirstToken, and from there to the end.\n"
         "constexpr std::string_view kKindNames[] = {\n    \"ERROR\", \"\",\n";
  for (const Enumerator& kind : kinds) {
    out << "    " << literal(kind.symbol.name) << ",\n";
  }
  out << "};\n"
         "constexpr std::size_t kFirstNamed = 2;\n"
         "constexpr std::size_t kFirstToken = "
      << (first_token - kinds.begin()) + 2 << ";\n\n";
}

constexpr std::string_view kFunctions = R"(
}  // namespace

std::string_view kind_name(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::string_view field_name(Field field) { return kFieldNames[static_cast<std::size_t>(field)]; }

Kind kind_from_name(std::string_view name, bool named) {
  if (named && name == "ERROR") {
    return Kind::Error;
  }
  const std::string_view* first = std::begin(kKindNames) + (named ? kFirstNamed : kFirstToken);
  const std::string_view* last = named ? std::begin(kKindNames) + kFirstToken : std::end(kKindNames);
  const std::string_view* found = std::lower_bound(first, last, name);
  return found != last && *found == name ? static_cast<Kind>(found - std::begin(kKindNames))
                                         : Kind::Hidden;
}

Field field_from_name(std::string_view name) {
  const std::string_view* found =
      std::lower_bound(std::begin(kFieldNames), std::end(kFieldNames), name);
  return found != std::end(kFieldNames) && *found == name
             ? static_cast<Field>(found - std::begin(kFieldNames))
             : Field::None;
}

}  // namespace mlfix
)";

void write_source(std::ostream& out, const std::vector<Enumerator>& kinds,
                  const std::set<std::string>& fields) {
  out << "// Generated from the grammar. Do not edit.\n\n"
         "#include \"syntax/kinds.h\"\n\n#include <algorithm>\n#include <iterator>\n\n"
         "namespace mlfix {\nnamespace {\n\n";
  write_kind_functions(out, kinds);
  out << "constexpr std::string_view kFieldNames[] = {\n    \"\",\n";
  for (const std::string& field : fields) {
    out << "    " << literal(field) << ",\n";
  }
  out << "};\n" << kFunctions;
}

void generate(const char* header_path, const char* source_path) {
  const Grammar grammar = read_grammar(tree_sitter_python());
  const std::vector<Enumerator> kinds = kind_enumerators(grammar);
  std::ofstream header(header_path);
  write_header(header, kinds, grammar.fields);
  std::ofstream source(source_path);
  write_source(source, kinds, grammar.fields);
  if (!header.flush() || !source.flush()) {
    throw std::runtime_error("can't write the generated files");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: generate_kinds kinds.h kinds.cc\n";
    return EXIT_FAILURE;
  }
  try {
    generate(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << "generate_kinds: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

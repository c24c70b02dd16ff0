// The program: says its version. The command line replaces this.

#include <cstdio>

int main() {
  std::puts("mlfix " MLFIX_VERSION);
  return 0;
}

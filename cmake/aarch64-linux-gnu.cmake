# For arm64 on another machine, with Debian's crossbuild-essential-arm64. What the
# build itself runs (generators, the program for its manual page) runs in
# qemu-user. scripts/release fetches the libraries and gives their folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)
set(MLFIX_DEBIAN_ARCHITECTURE arm64)

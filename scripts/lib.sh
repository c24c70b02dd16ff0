# shellcheck shell=bash
# What scripts/mlfix and scripts/test share: install what is missing, configure,
# build. Progress goes to standard error, one line a step; the output of the
# tools goes to a log that is shown when a step fails.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
log=$build/build.log

say() {
  printf 'mlfix: %s\n' "$*" >&2
}

# step DESCRIPTION REMEDY COMMAND...
step() {
  local description=$1 remedy=$2
  shift 2
  say "$description"
  printf '\n== %s\n' "$description" >>"$log"
  if ! "$@" </dev/null >>"$log" 2>&1; then
    say "failed: $description. The end of $log:"
    tail -n 30 -- "$log" >&2
    say "$remedy"
    exit 2
  fi
}

# The programs and files that the build needs, each with its Debian package.
# They are looked for by themselves, so that a copy from elsewhere counts too.
readonly build_needs='
cmake cmake
c++ g++
ninja ninja-build
/usr/include/stdlib.h libc6-dev
/usr/include/dtl/dtl.hpp libdtl-dev
/usr/include/CLI/CLI.hpp libcli11-dev
/usr/include/yaml-cpp/yaml.h libyaml-cpp-dev
/usr/include/toml++/toml.h libtomlplusplus-dev
/usr/include/nlohmann/json.hpp nlohmann-json3-dev
/usr/include/fmt/format.h libfmt-dev
/usr/include/tl/expected.hpp libexpected-dev
/usr/include/utf8.h libutfcpp-dev
/usr/include/jemalloc/jemalloc.h libjemalloc-dev
'
# npm only fetches the packages that cmake/ pins.
readonly npm_needs='
npm npm
'

# Prints the packages of the needs on standard input that are not there.
missing_packages() {
  local what package
  while read -r what package; do
    case $what in
      '') ;;
      /*) [[ -e $what ]] || printf '%s\n' "$package" ;;
      *) command -v "$what" >/dev/null || printf '%s\n' "$package" ;;
    esac
  done
}

install_packages() {
  local as_root=()
  if [[ $(id -u) != 0 ]]; then
    as_root=(sudo)
  fi
  # A stale or partly reachable package list may still do.
  "${as_root[@]}" apt-get update || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "$@"
}

# ensure NEEDS: installs what is missing of them.
ensure() {
  local packages
  mapfile -t packages < <(missing_packages <<<"$1")
  if ((${#packages[@]} == 0)); then
    return
  fi
  if ! command -v apt-get >/dev/null; then
    say "missing, and there is no apt-get to install it: ${packages[*]} (Debian's names)"
    exit 2
  fi
  # With MLFIX_SUDO=never, as pip builds, nobody is asked for a password.
  if [[ $(id -u) != 0 ]] &&
    { [[ ${MLFIX_SUDO:-} == never ]] || ! command -v sudo >/dev/null; }; then
    say "missing: run this as root, then try again: apt-get install ${packages[*]}"
    exit 2
  fi
  step "installing ${packages[*]}" \
    "Check the network and the package sources, or install these packages yourself." \
    install_packages "${packages[@]}"
}

# One build at a time in this folder; the lock ends with the process.
begin_build() {
  mkdir -p -- "$build"
  exec 9>"$build/.lock"
  if ! flock --nonblock 9; then
    say "waiting for another build in $build"
    flock 9
  fi
  : >"$log"
}

# ensure_tools EXTRA_NEEDS
ensure_tools() {
  local fetched=("$build"/npm/*/.complete)
  if ((${#fetched[@]} >= 2)); then
    ensure "$build_needs$1"
  else
    ensure "$build_needs$npm_needs$1"
  fi
}

# Whether the build folder was set up for this checkout, not copied or moved
# here with one.
is_configured() {
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" &&
    [[ -e $build/build.ninja || -e $build/Makefile ]]
}

# The compiler fills some gigabytes: in huge pages it takes up to a sixth less (docs/performance.md).
# Prints what CMake is to start it with, unless somebody has chosen that already.
compiler_launcher() {
  local library=$build/huge_pages.so
  [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER:-} ]] || return 0
  # LD_PRELOAD and CMake take these for the ends of names.
  [[ $library != *[' :;']* ]] || return 0
  c++ -std=c++20 -O1 -shared -fPIC -o "$library" "$root/tools/huge_pages.cc" 2>>"$log" || return 0
  printf '%s' "-DCMAKE_CXX_COMPILER_LAUNCHER=env;LD_PRELOAD=$library;GLIBC_TUNABLES=glibc.malloc.hugetlb=1"
}

# configure OPTION...: settings of an existing build folder are kept. A new one is
# for building once: layer by layer and at -O1, in a third of the time of a release
# (docs/performance.md).
configure() {
  local options=() launcher
  if ! is_configured; then
    options+=(--fresh -G Ninja -DCMAKE_BUILD_TYPE=Release -DMLFIX_UNITY=ON
      "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG" "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
    (($(nproc) > 2)) || options+=(-DMLFIX_FEW_UNITS=ON)
    launcher=$(compiler_launcher)
    [[ -z $launcher ]] || options+=("$launcher")
  fi
  step "configuring in $build" \
    "Remove $build and try again; without network see docs/dependencies.md." \
    cmake -S "$root" -B "$build" "${options[@]}" "$@"
}

# What a first build is announced to take: CPU seconds of a machine of 2022.
readonly first_cpu_seconds=170

first_minutes() {
  local minutes=$(((first_cpu_seconds / $(nproc) + 59) / 60))
  if ((minutes == 1)); then
    printf 'a minute'
  else
    printf '%d minutes' "$minutes"
  fi
}

# Reads what Ninja prints, adds it to the log, and tells how far it is: on a
# terminal all the time, elsewhere at each quarter.
show_progress() {
  local line percent quarter=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [[ -t 2 ]]; then
      printf '\rmlfix: %3d %%' "$percent" >&2
    elif ((percent / 25 > quarter)); then
      quarter=$((percent / 25))
      say "$((quarter * 25)) % built"
    fi
  done
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

build_target() {
  cmake --build "$build" --target "$1" --parallel "$(nproc)" </dev/null 2>&1 | show_progress
}

# compile DESCRIPTION TARGET
compile() {
  say "$1"
  printf '\n== %s\n' "$1" >>"$log"
  if build_target "$2"; then
    return
  fi
  # Two files of a layer may have come to use one name. Where changes are checked that
  # is a failure (MLFIX_FALLBACK=never).
  if [[ ${MLFIX_FALLBACK:-} != never ]] &&
    grep -qxF MLFIX_UNITY:BOOL=ON "$build/CMakeCache.txt"; then
    step "that failed; setting up for file by file, which takes longer" "See $log." \
      cmake -S "$root" -B "$build" -DMLFIX_UNITY=OFF
    build_target "$2" && return
  fi
  say "failed: $1. The end of $log:"
  tail -n 30 -- "$log" >&2
  say "If you changed nothing here, remove $build and try again; report it if it stays."
  exit 2
}

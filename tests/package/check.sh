#!/usr/bin/env bash
# Makes the .deb of a build, unpacks it, and runs what is in it.
#
#   tests/package/check.sh BUILD_FOLDER
#
# With MLFIX_PACKAGE_ROOT, the path of a Debian root folder, the package is also
# installed there with apt-get and run (as root).
set -euo pipefail

build=$1
# The build is there already: with this generator cpack does not look after it.
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

fail() {
  printf 'package: %s\n' "$*" >&2
  exit 1
}

(cd "$work" && cpack --config "$build/CPackConfig.cmake" -G DEB -D CPACK_CMAKE_GENERATOR=Ninja >cpack.log 2>&1) ||
  fail "cpack failed: $(tail -n 5 "$work/cpack.log")"
debs=("$work"/*.deb)
[[ ${#debs[@]} == 1 && -e ${debs[0]} ]] || fail "cpack made no package, or several"
deb=${debs[0]}

dpkg-deb -x "$deb" "$work/root"
for file in bin/mlfix share/man/man1/mlfix.1 share/bash-completion/completions/mlfix \
  share/zsh/vendor-completions/_mlfix share/fish/vendor_completions.d/mlfix.fish \
  share/doc/mlfix/README.md share/doc/mlfix/adoption.md; do
  [[ -s $work/root/usr/$file ]] || fail "the package lacks usr/$file"
done
[[ $(dpkg-deb -f "$deb" Package) == mlfix ]] || fail "the package has another name"

program=$work/root/usr/bin/mlfix
version=$(dpkg-deb -f "$deb" Version)
[[ $("$program" --version) == "mlfix $version" ]] || fail "the program has another version"
cmp <("$program" man) "$work/root/usr/share/man/man1/mlfix.1" || fail "the manual page is old"

if [[ -n ${MLFIX_PACKAGE_ROOT:-} ]]; then
  cp -- "$deb" "$MLFIX_PACKAGE_ROOT/tmp/mlfix.deb"
  chroot "$MLFIX_PACKAGE_ROOT" apt-get install --yes /tmp/mlfix.deb >"$work/apt.log" 2>&1 ||
    fail "apt-get failed: $(tail -n 5 "$work/apt.log")"
  [[ $(chroot "$MLFIX_PACKAGE_ROOT" mlfix --version) == "mlfix $version" ]] ||
    fail "the installed program does not run"
  chroot "$MLFIX_PACKAGE_ROOT" sh -c 'cd /tmp && echo "x = 1" >clean.py && mlfix clean.py' ||
    fail "the installed program does not check a file"
fi
printf 'package: %s is sound\n' "$(basename -- "$deb")"

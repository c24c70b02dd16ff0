# mlfix in a small image, for continuous integration:
#
#   docker build -t mlfix .
#   docker run --rm -v "$PWD:/project" mlfix --diff .
#
# To let it write files, be their owner: --user "$(id -u):$(id -g)".
FROM debian:12-slim AS build
COPY . /src
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && MLFIX_WHOLE=1 /src/scripts/mlfix --version \
    && cmake --build /src/build --target helpers \
    && cmake --install /src/build --prefix /opt/mlfix --strip

FROM debian:12-slim
# git finds the files, and says which lines changed; in a folder of somebody else,
# as any mounted one is, it would refuse. Certificates are for git fetch.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 mlfix \
    && git config --system --add safe.directory '*'
COPY --from=build /opt/mlfix /usr/local
USER mlfix
WORKDIR /project
ENTRYPOINT ["mlfix"]
CMD ["--help"]

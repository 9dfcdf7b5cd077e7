# lawkb for the site and the translators' desk. Read and linted, but never run: nothing that builds
# images was there when it was written.
#
#   docker build -t lawkb .                                  in a checkout of lawkb
#   docker run --rm -v "$PWD:/code" lawkb ingest             in a folder with corpus/ and mkdocs.yml
#   docker run --rm -v "$PWD:/code" lawkb build --strict
#   docker run --rm -v "$PWD:/code" -p 127.0.0.1:8000:8000 lawkb serve --address 0.0.0.0
#   docker run --rm -v "$PWD:/code" -v "$PWD/../people:/people" -p 127.0.0.1:8001:8001 \
#     lawkb desk --no-browser --address 0.0.0.0 --users /people/users.toml
#
# The folder must be writable for user 10001. Without `--commit`: git is not in here. The search of
# a cluster and work on many machines: examples/operate.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml requirements.lock README.md LICENSE ./
RUN python -m venv /opt/lawkb \
    && /opt/lawkb/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY lawkb lawkb
RUN /opt/lawkb/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
# Where the search index and other caches are; a volume keeps them.
ENV PATH=/opt/lawkb/bin:$PATH LAWKB_CACHE=/cache
RUN useradd --create-home --uid 10001 lawkb && install -d -o lawkb /cache
COPY --from=build /opt/lawkb /opt/lawkb
USER 10001
WORKDIR /code
EXPOSE 8000 8001
ENTRYPOINT ["lawkb"]

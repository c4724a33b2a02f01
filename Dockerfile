# A server for a class or a club: docs/hosting.md. `docker compose up -d` builds and starts it.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/kibitz && /opt/kibitz/bin/pip install --no-cache-dir "/source[web]"

FROM python:3.13-slim
COPY --from=build /opt/kibitz /opt/kibitz
RUN useradd --system --uid 10001 kibitz && install -d -o kibitz /data
USER kibitz
ENV PATH=/opt/kibitz/bin:$PATH KIBITZ_DATA=/data/games KIBITZ_CACHE=/data/cache PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8917
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8917/api/version', timeout=4)"]
ENTRYPOINT ["kibitz", "web", "--host", "0.0.0.0"]
CMD ["--people-per-address", "30"]

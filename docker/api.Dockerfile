# The api with the web. Every step is a script that `./sandglass up` runs on a bare machine too.
FROM debian:trixie-20251117-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm ca-certificates && rm -rf /var/lib/apt/lists/*
# The number is the one that docker/make-secrets.sh gives this service's secrets to.
RUN useradd --system --uid 999 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin sandglass
WORKDIR /opt/sandglass
COPY . .
RUN scripts/setup/node-packages.sh \
 && scripts/setup/generate.sh \
 && scripts/setup/web.sh \
 && install -d -o sandglass -g sandglass /var/lib/sandglass

USER sandglass
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SANDGLASS_DATA=/var/lib/sandglass SANDGLASS_WEB_ROOT=/opt/sandglass/apps/web/dist
EXPOSE 8080
VOLUME /var/lib/sandglass
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node_modules/.bin/node", "scripts/health-check.ts", "http://127.0.0.1:8080/api/ready"]
ENTRYPOINT ["scripts/container/api.sh"]

# A judgehost with the usual contest languages. Every step is a script that `./sandglass up` runs on a bare machine too.
FROM debian:trixie-20251117-slim
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm ca-certificates
# The number is the one that docker/make-secrets.sh gives this service's secrets to.
RUN useradd --system --uid 999 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin sandglass
WORKDIR /opt/sandglass
COPY . .
RUN scripts/setup/debian-packages.sh build languages more-languages \
 && scripts/setup/node-packages.sh \
 && scripts/setup/toolchains.sh \
 && scripts/setup/native.sh \
 && install -d -o sandglass -g sandglass -m 711 /var/lib/sandglass \
 && rm -rf /var/lib/apt/lists/*

# Stays root: only the native broker keeps it, the Node process drops to `sandglass` at once.
ENV NODE_ENV=production SANDGLASS_DATA=/var/lib/sandglass METRICS_PORT=9090
VOLUME /var/lib/sandglass
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node_modules/.bin/node", "scripts/health-check.ts", "http://127.0.0.1:9090/health"]
ENTRYPOINT ["scripts/container/judgehost.sh"]

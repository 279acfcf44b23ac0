# The collector and the two built sets of pages it serves, in one image that runs as an ordinary user.
#
#   docker build -f infra/docker/collector.Dockerfile -t half-measure/collector .
#
# Only instructions that every builder knows: no mounts, no here-documents. Everything of npm is what the lock file
# names, the Node that runs it included: the same one that the tests ran on. The image's own Node only runs npm.

# Digests of the base images: infra/pin-images. Compose passes them empty where there are none, so the tags are below.
ARG NODE_IMAGE
ARG DEBIAN_IMAGE

FROM ${NODE_IMAGE:-node:24-bookworm-slim} AS npm
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY collector/package.json collector/
COPY site/package.json site/
COPY dashboard/package.json dashboard/
COPY client/package.json client/

# The pages: the magazine, rendered, and the dashboard, bundled. Of all install scripts only that of the package
# "node" is needed and run.
FROM npm AS pages
RUN npm ci --no-audit --ignore-scripts --include-workspace-root -w shared -w site -w dashboard \
  && npm rebuild node
COPY tsconfig.base.json ./
COPY shared shared
COPY site site
COPY dashboard dashboard
COPY scripts scripts
# The day that publication dates are counted back from; today where it is empty.
ARG EDITION_DATE
RUN EDITION_DATE="$EDITION_DATE" node_modules/node/bin/node scripts/build.ts

# The collector's packages. The embedded engines (chdb, PGlite; half a gigabyte) stay out: the stores are servers here.
# They are left out by name, because --omit=optional would also drop the binaries of @node-rs/*, which are optional
# packages too.
FROM npm AS program
RUN npm pkg delete optionalDependencies -w collector \
  && npm install --package-lock-only --no-audit --ignore-scripts \
  && npm ci --no-audit --ignore-scripts --omit=dev -w shared -w collector \
  && rm package-lock.json .npmrc
COPY shared shared
COPY collector collector
COPY --from=pages /app/site/dist site/dist
COPY --from=pages /app/site/dist-private site/dist-private
COPY --from=pages /app/dashboard/dist dashboard/dist
# The clone may have been made under a umask that keeps others out; the user below is one.
RUN chmod -R a+rX /app

FROM ${DEBIAN_IMAGE:-debian:bookworm-slim}
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
# A new volume takes the folder's owner. The cluster mounts one of its own on the keys.
RUN useradd --uid 1000 --user-group --no-create-home collector \
  && install -d -m 0700 -o collector -g collector /data /data/keys
COPY --from=pages /app/node_modules/node/bin/node /usr/local/bin/node
COPY --from=program /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DASHBOARD_PORT=8081 DATA_DIR=/data
USER collector
WORKDIR /app
EXPOSE 8080 8081
# Ready means that events are accepted and kept. ClickHouse may be unavailable: the spool bridges that.
HEALTHCHECK --interval=5s --timeout=5s --retries=3 --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# As in scripts/run.mjs.
CMD ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "collector/src/main.ts"]

# The service and its command line. Build it in the top folder: `podman build --tag lyceum .`
# docs/deployment.md says how to run it.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /opt/lyceum
COPY package.json package-lock.json .npmrc ./
COPY client-sdk/package.json client-sdk/
COPY academy/package.json academy/
COPY scripts/after-install.js scripts/
# Node.js and PostgreSQL are optional packages: the one is here already, the other elsewhere.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund \
 && npm run tracing:install -- --omit=optional

# The frontend at /. Without it, delete this stage and its COPY below.
FROM docker.io/library/node:24-bookworm-slim AS academy
WORKDIR /opt/lyceum
COPY package.json package-lock.json .npmrc ./
COPY client-sdk client-sdk
COPY academy academy
COPY scripts/after-install.js scripts/
RUN npm ci --workspace lyceum-academy --include=dev --no-audit --no-fund \
 && npm run build --workspace lyceum-academy

FROM docker.io/library/node:24-bookworm-slim
LABEL org.opencontainers.image.title="Lyceum" \
      org.opencontainers.image.description="The backend of an online learning platform" \
      org.opencontainers.image.licenses="MIT"
# Neither is used at run time, and what is not there needs no updates.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
           /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn*
# Courses in git repositories are fetched with it, over https.
RUN apt-get update && apt-get install --yes --no-install-recommends git ca-certificates \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/lyceum
COPY --from=build /opt/lyceum/node_modules node_modules
COPY package.json LICENSE NOTICE ./
COPY books books
COPY content content
COPY db db
COPY lib lib
COPY scripts scripts
COPY server server
COPY --from=academy /opt/lyceum/academy/dist academy/dist
COPY academy/pages.json academy/
RUN ln -s /opt/lyceum/scripts/lyceum.js /usr/local/bin/lyceum
# The only folder that is written to, besides /tmp; nothing in it has to outlive the container. Open,
# because a tmpfs that is mounted there takes over its mode, but not its owner.
RUN mkdir --mode=1777 /var/lib/lyceum
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/lyceum
USER 65532:65532
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./scripts/faster-start.js", "--expose-gc", \
     "--max-semi-space-size=16", "--heap-growing-percent=50", "server/main.ts"]

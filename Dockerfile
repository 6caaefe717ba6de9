# The controller.
#   docker build .
# Node.js 24 is the release with long-term support; the slim image has neither compilers nor package managers of the
# system's that are not needed.
ARG NODE=node:24.21.0-trixie-slim

FROM ${NODE} AS build
WORKDIR /build
# Before the sources, so that a change of those does not install everything again.
COPY package.json package-lock.json ./
# Packages run no install scripts; none of them needs one.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY tools tools
COPY scripts/lib/build-console.mjs scripts/lib/
RUN npm run build && find dist -type f \( -name '*.map' -o -name '*.d.ts' \) -delete

FROM ${NODE} AS dependencies
# npm names the application in the SBOM after its folder.
WORKDIR /ari-attendant
COPY package.json package-lock.json scripts/lib/prune-modules ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && ./prune-modules node_modules
# Every package by name, version, licence and digest, for whoever has to know whether one is in the image.
# By what is installed, without `--omit=dev`: npm leaves out what developers need as well.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json

FROM ${NODE}
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /ari-attendant/node_modules node_modules
COPY --from=dependencies /ari-attendant/sbom.cdx.json ./
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
# What is in this folder outlives the container where a volume is mounted; a new volume takes its owner from here.
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 8080

# Liveness: 200 as long as the process serves. What it lacks of its surroundings stands in the answer, and restarting it
# would help none of that.
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Not by way of npm, which would keep SIGTERM for itself: on it, running calls are wound up.
CMD ["node", "dist/src/main.js"]

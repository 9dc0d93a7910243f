#!/usr/bin/env node
// npm links this into node_modules/.bin, where npx and shells find it. The repository's launcher chooses the Node to run on.
const launcher = new URL('../../../scripts/run/thumbturn.mjs', import.meta.url)
await import(launcher.href)

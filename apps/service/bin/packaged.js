#!/usr/bin/env node
// The command `thumbturn` of the published package.
import { fileURLToPath } from 'node:url'

// The first release with Argon2 (node:crypto).
const least = [24, 7]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < least[0] || (major === least[0] && minor < least[1])) {
  console.error(
    `Thumbturn needs Node ${least.join('.')} or newer, and this is ${process.version}: install it from https://nodejs.org.`,
  )
  process.exit(2)
}

process.env.THUMBTURN_MODE ??= 'production'
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning))
})
process.argv[1] = fileURLToPath(new URL('../lib/main.js', import.meta.url))
await import('../lib/main.js')

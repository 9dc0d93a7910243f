#!/usr/bin/env node
// The command `thumbturn` of the published package.
import { fileURLToPath } from 'node:url'
// Copied by build.ts.
import { listServingFlags, nodeFlags, tuneEnvironment } from './tuning.mjs'

// The first release with Argon2 (node:crypto).
const least = [24, 7]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < least[0] || (major === least[0] && minor < least[1])) {
  console.error(
    `Thumbturn needs Node ${least.join('.')} or newer, and this is ${process.version}: install it from https://nodejs.org.`,
  )
  process.exit(2)
}

process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning))
})
// npm starts Node without the flags that archive, Debian package, and image give it; they save 70 MB under load.
const serves = [undefined, 'serve', 'dev'].includes(process.argv[2])
const isTuned = process.execArgv.includes(nodeFlags[0])
if (serves && !isTuned && process.execve && process.platform !== 'win32') {
  const flags = [...listServingFlags(process.env), ...process.execArgv]
  const args = [process.execPath, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, args, tuneEnvironment(process.env))
}
process.argv[1] = fileURLToPath(new URL('../lib/main.js', import.meta.url))
await import('../lib/main.js')

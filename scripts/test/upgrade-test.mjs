// `npm run upgrade:test [-- two-releases point-in-time]`: upgrades of a running service, and a restore of PostgreSQL to a
// moment. It takes minutes; not part of `npm test`.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const files = Object.fromEntries(
  globSync('scripts/test/upgrade/*.test.ts', { cwd: root })
    .sort()
    .map((path) => [basename(path, '.test.ts'), path]),
)
const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in files))
if (unknown !== undefined) {
  console.error(`There is no upgrade test ${unknown}: choose from ${Object.keys(files).join(', ')}.`)
  process.exit(2)
}
const chosen = words.length > 0 ? words.map((word) => files[word]) : Object.values(files)
const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
// One after another: the load of one test would slow down the other.
const passed = run(node, ['--test', '--test-concurrency=1', ...reporter, ...chosen])
process.exitCode = passed ? 0 : 1

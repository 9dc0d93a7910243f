// Types, lint, format and emitted files: everything about the sources that a machine can judge without running them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const projects = ['tsconfig.json', 'packages/web/tsconfig.json', 'apps/demo/tsconfig.json', 'e2e/tsconfig.json']
const checks = [
  ...projects.filter((project) => existsSync(join(root, project))).map((project) => [bin('tsc'), ['-p', project]]),
  [bin('biome'), ['ci', '.']],
  [node, ['packages/contract/src/emit.ts', '--check']],
  [node, ['scripts/build/settings-table.ts', '--check']],
  [node, ['scripts/build/events-page.ts', '--check']],
  [node, ['scripts/build/bench-table.ts', '--check']],
  [node, ['scripts/check/shape.mjs']],
  [node, ['scripts/check/openapi.mjs']],
  [node, ['scripts/check/spelling.mjs']],
]
const failed = checks.filter(([command, args]) => !run(command, args))
console.log(failed.length === 0 ? '\nEvery check passed.' : `\n${failed.length} of ${checks.length} checks failed.`)
process.exitCode = failed.length === 0 ? 0 : 1

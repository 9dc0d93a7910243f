// Types, lint, format and emitted files: everything about the sources that a machine can judge without running them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure.mjs'
import { bin, node, run } from './run.mjs'

const projects = ['tsconfig.json', 'packages/web/tsconfig.json', 'apps/demo/tsconfig.json', 'e2e/tsconfig.json']
const checks = [
  ...projects.filter((project) => existsSync(join(root, project))).map((project) => [bin('tsc'), ['-p', project]]),
  [bin('biome'), ['ci', '.']],
  [node, ['packages/contract/src/emit.ts', '--check']],
  [node, ['scripts/settings-table.ts', '--check']],
  [node, ['scripts/events-page.ts', '--check']],
  [node, ['scripts/bench-table.ts', '--check']],
  [node, ['scripts/check/shape.mjs']],
  [node, ['scripts/lint-openapi.mjs']],
  [node, ['scripts/spelling.mjs']],
]
const failed = checks.filter(([command, args]) => !run(command, args))
console.log(failed.length === 0 ? '\nEvery check passed.' : `\n${failed.length} of ${checks.length} checks failed.`)
process.exitCode = failed.length === 0 ? 0 : 1

// Writes every file that is generated from code: OpenAPI, benchmark figures, the tables of sizing,
// and the pages of reliability and of dependencies.
import { node, run } from '../run/command.mjs'

const emitted = [
  ['packages/contract/src/emit.ts'],
  ['scripts/build/bench-table.ts'],
  ['scripts/build/sizing-tables.ts'],
  ['scripts/build/reliability-page.ts'],
  ['scripts/build/dependencies-page.mjs'],
]
process.exitCode = emitted.every((args) => run(node, args)) ? 0 : 1

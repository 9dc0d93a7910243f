// Writes every file that is made from the code: OpenAPI, the table of settings, the page of events.
import { node, run } from './run.mjs'

const emitted = [
  ['packages/contract/src/emit.ts'],
  ['scripts/settings-table.ts'],
  ['scripts/events-page.ts'],
  ['scripts/bench-table.ts'],
]
process.exitCode = emitted.every((args) => run(node, args)) ? 0 : 1

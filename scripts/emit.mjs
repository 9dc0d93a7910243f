// Writes every file that is made from the code: OpenAPI and the table of settings.
import { node, run } from './run.mjs'

const emitted = [['packages/contract/src/emit.ts'], ['scripts/settings-table.ts']]
process.exitCode = emitted.every((args) => run(node, args)) ? 0 : 1

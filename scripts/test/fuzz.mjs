// Fuzzes the verifier until ten million executions are through (about a quarter of an hour); Ctrl+C stops it without harm.
// Arguments replace that: `npm run fuzz -- --seconds 60`, `-- --count 100000 --seed 7`.
import { node, run } from '../run/command.mjs'

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['--count', '10000000']
process.exitCode = run(node, ['packages/webauthn/test/fuzz.ts', ...args]) ? 0 : 1

// Fuzzes the verifier with ten million executions (about a quarter of an hour). You can stop it with Ctrl+C at any time.
// Arguments replace the count: `npm run fuzz -- --seconds 60`, `-- --count 100000 --seed 7`,
// `-- --count 100000 --only changed`.
import { node, run } from '../run/command.mjs'

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['--count', '10000000']
process.exitCode = run(node, ['packages/webauthn/test/fuzz.ts', ...args]) ? 0 : 1

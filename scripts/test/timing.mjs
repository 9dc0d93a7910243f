// Whether strangers can tell by time who exists: a really started service, statistics instead of a limit. Not a test,
// because it measures; run it on a quiet machine. Arguments: --pairs 5000, --only authComplete.
import { node, run } from '../run/command.mjs'

process.exitCode = run(node, ['packages/service-harness/src/timing/run.ts', ...process.argv.slice(2)]) ? 0 : 1

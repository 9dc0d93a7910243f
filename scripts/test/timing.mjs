// Measures whether response times reveal which users exist, with statistics instead of a limit, against a running service.
// It isn't a test, so run it on a quiet machine. Arguments: --pairs 5000, --only authComplete.
import { node, run } from '../run/command.mjs'

process.exitCode = run(node, ['packages/service-harness/src/timing/run.ts', ...process.argv.slice(2)]) ? 0 : 1

// Measures whether response times reveal which users exist, with statistics, against a running service, and fails if they do.
// Run it on a quiet machine. Arguments: --pairs 5000, --only authComplete.
import { node, run } from '../run/command.mjs'
import { useTemporaryFolder } from './temporary-folder.mjs'

// In memory: the time that a disk takes to write would hide differences.
useTemporaryFolder()
process.exitCode = run(node, ['harness/src/timing/run.ts', ...process.argv.slice(2)]) ? 0 : 1

// Runs the benchmarks, which have their own packages: the products that are compared. Of Thumbturn they start what users install.
import { join } from 'node:path'
import { buildProgram } from '../build/program.mjs'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

ensureInstalled(join(root, 'bench/contestants'))
buildProgram()
process.exitCode = run(node, ['bench/run.ts', ...process.argv.slice(2)]) ? 0 : 1

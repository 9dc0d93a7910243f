// Runs the benchmarks, which have their own packages: the products that are compared.
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

ensureInstalled(join(root, 'bench/contestants'))
process.exitCode = run(node, ['bench/run.ts', ...process.argv.slice(2)]) ? 0 : 1

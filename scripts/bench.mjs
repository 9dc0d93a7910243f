// Benchmarks have their own packages (the peers that are measured), so that nobody installs them to run the product.
import { join } from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'
import { node, run } from './run.mjs'

ensureInstalled(join(root, 'bench/contestants'))
process.exitCode = run(node, ['bench/run.ts', ...process.argv.slice(2)]) ? 0 : 1

// Runs the benchmarks, which have their own packages: the products that are compared. Of Thumbturn they start what users install.
// `npm run bench -- --compare <commit>` compares that commit with the working tree instead, and needs no other product.
import { join } from 'node:path'
import { buildProgram } from '../build/program.mjs'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

const args = process.argv.slice(2)
const compares = args.some((arg) => arg === '--compare' || arg.startsWith('--compare='))
if (!compares) ensureInstalled(join(root, 'bench/contestants'))
buildProgram()
process.exitCode = run(node, [compares ? 'bench/compare.ts' : 'bench/run.ts', ...args]) ? 0 : 1

// `npm run torture -- <name>`: see torture/src/main.ts. Its nodes run what users run, a bundle.
import { join } from 'node:path'
import { buildProgram } from '../build/program.mjs'
import { root } from '../run/install.mjs'

process.env.TEST_PROGRAM ??= buildProgram()
await import(join(root, 'torture/src/main.ts'))

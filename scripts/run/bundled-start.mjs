// Starts the bundle that `npm run bench` has built: what archives, packages, and images run, with the same flags (with-node.mjs).
import { join } from 'node:path'
import { root } from './install.mjs'

process.argv[1] = join(root, 'apps/service/dist/repository/main.js')
await import(process.argv[1])

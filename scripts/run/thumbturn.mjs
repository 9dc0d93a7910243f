#!/usr/bin/env node
// `npx thumbturn` in this repository: runs the service's command line on the pinned Node, like `npm run thumbturn --` but
// without npm's banner.
import { join } from 'node:path'
import { root } from './install.mjs'

// In every folder of the repository, it uses the data of `npm start`.
process.env.DATA_DIR = process.env.DATA_DIR ?? join(root, 'data')
process.argv.splice(2, 0, 'scripts/run/start.mjs')
await import('./with-node.mjs')

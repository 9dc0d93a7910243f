#!/usr/bin/env node
// `npx thumbturn`, in this repository: the service's command line on the pinned Node, as `npm run thumbturn --` without npm's banner.
import { join } from 'node:path'
import { root } from './install.mjs'

// Wherever in the repository it is called, it means the data that `npm start` has.
process.env.DATA_DIR ??= join(root, 'data')
process.argv.splice(2, 0, 'scripts/run/start.mjs')
await import('./with-node.mjs')

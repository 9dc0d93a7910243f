// Started by `npm start` beside the service: builds the pages of the demo's backends, then runs them until the service ends.
import { join } from 'node:path'
import { root } from './ensure.mjs'
import { backendPages, buildPages } from './pages.mjs'

const failed = buildPages(backendPages(), () => console.log('  Building the pages of the demos; this happens once…'))
if (failed.length > 0) console.error(`  These pages of the demo could not be built: ${failed.join(', ')}.`)
// The service may have ended meanwhile.
if (process.connected) await import(join(root, 'apps/demo/backends/main.ts'))

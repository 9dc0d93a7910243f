// `node scripts/build/pages.mjs`: builds the demo's pages that have changed. "wireit" in apps/demo/package.json
// lists the input and output files of each page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { runBuild } from './run-build.mjs'

const demo = join(root, 'apps/demo')

/** Whether there is a build of the page, perhaps of older sources. */
export const hasPage = (name) => existsSync(join(demo, 'dist', name, 'index.html'))

/** Builds all pages that have changed, or only one. Returns whether they are built. */
export const buildPages = (name) => runBuild(demo, name === undefined ? 'build' : `build:${name}`)

if (process.argv[1] === import.meta.filename) process.exitCode = buildPages(process.argv[2]) ? 0 : 1

// `node scripts/build/pages.mjs`: builds the pages of demo and dashboard, and the hosted pages, that have changed. "wireit" in their
// package.json lists the input and output files of each page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { runBuild } from './run-build.mjs'

const demo = join(root, 'apps/demo')

const dashboard = join(root, 'apps/dashboard')

const hosted = join(root, 'apps/hosted')

/** Whether there is a build of the page, perhaps of older sources. */
export const hasPage = (name) => existsSync(join(demo, 'dist', name, 'index.html'))

/** The same for the dashboard. */
export const hasDashboard = () => existsSync(join(dashboard, 'dist/index.html'))

/** Builds the dashboard if it has changed. Returns whether it is built. */
export const buildDashboard = () => runBuild(dashboard, 'build')

/** The same for the hosted pages. */
export const hasHosted = () => existsSync(join(hosted, 'dist/index.html'))

/** Builds the hosted pages if they have changed. Returns whether they are built. */
export const buildHosted = () => runBuild(hosted, 'build')

/** Builds all pages of the demo that have changed, or only one. Returns whether they are built. */
export const buildPages = (name) => runBuild(demo, name === undefined ? 'build' : `build:${name}`)

if (process.argv[1] === import.meta.filename)
  process.exitCode = buildPages(process.argv[2]) && buildDashboard() && buildHosted() ? 0 : 1

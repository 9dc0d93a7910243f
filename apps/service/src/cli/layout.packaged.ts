import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCommand } from './find-command.ts'
import type { Layout } from './layout.ts'

const manifest = fileURLToPath(new URL('../package.json', import.meta.url))

/** Of the published package. The build puts this file in place of layout.ts. */
export const layout: Layout = {
  defaultMode: 'production',
  dashboardFolder: findPages('@thumbturn/dashboard'),
  siteFolder: findPages('@thumbturn/website'),
  hostedFolder: fileURLToPath(new URL('../hosted', import.meta.url)),
  demoFolder: fileURLToPath(new URL('../demo', import.meta.url)),
  manifest,
  identifyRelease: () => (JSON.parse(readFileSync(manifest, 'utf8')) as { release: string }).release,
  command: findCommand(fileURLToPath(new URL('..', import.meta.url))),
}

/** The pages of an optional package; undefined if it isn't installed. */
function findPages(name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'site')
  } catch {
    return undefined
  }
}

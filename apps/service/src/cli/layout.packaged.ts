import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCommand } from './find-command.ts'
import type { Layout } from './layout.ts'

const manifest = fileURLToPath(new URL('../package.json', import.meta.url))

/** Of the published package. The build puts this file in place of layout.ts. */
export const layout: Layout = {
  ...findSite(),
  demoFolder: fileURLToPath(new URL('../demo', import.meta.url)),
  manifest,
  identifyRelease: () => (JSON.parse(readFileSync(manifest, 'utf8')) as { release: string }).release,
  command: findCommand(fileURLToPath(new URL('..', import.meta.url))),
}

/** The website is an optional package. */
function findSite(): Pick<Layout, 'siteFolder'> {
  try {
    const found = createRequire(import.meta.url).resolve('@thumbturn/website/package.json')
    return { siteFolder: join(dirname(found), 'site') }
  } catch {
    return {}
  }
}

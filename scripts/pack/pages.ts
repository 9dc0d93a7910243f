import { fileURLToPath } from 'node:url'
import { publishedManifest, writePackageFiles } from '@thumbturn/packer'

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The packages that consist of built pages: where they come from, and what they are. */
const packages: Readonly<Record<string, { from: string; description: string }>> = {
  dashboard: {
    from: inRepository('apps/dashboard'),
    description: 'The dashboard, built: the package thumbturn serves it at /dashboard',
  },
  website: {
    from: inRepository('apps/docs'),
    description: 'The documentation website, built: the package thumbturn serves it at /',
  },
}

// `pages.ts <name> <folder>` writes the manifest of a package into the folder that holds its pages.
const [name = '', folder = ''] = process.argv.slice(2)
const { from, description } = packages[name] ?? {}
if (from === undefined) throw new Error(`There is no package of pages named ${name}`)
const manifest = publishedManifest(from, {
  name: `@thumbturn/${name}`,
  description,
  dependencies: {},
  exports: { './package.json': './package.json' },
  wireit: undefined,
})
writePackageFiles(from, folder, manifest)

import { fileURLToPath } from 'node:url'
import { publishedManifest, writePackageFiles } from '@thumbturn/packer'

// Writes the manifest of the package @thumbturn/website into the folder that holds its pages.
const [folder = ''] = process.argv.slice(2)
const docs = fileURLToPath(new URL('../../apps/docs', import.meta.url))
const manifest = publishedManifest(docs, {
  name: '@thumbturn/website',
  description: 'The documentation website, built: the package thumbturn serves it at /',
  dependencies: {},
  exports: { './package.json': './package.json' },
})
writePackageFiles(docs, folder, manifest)

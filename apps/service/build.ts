import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  listBundledPackages,
  publishedManifest,
  readManifest,
  writeLicenses,
  writePackageFiles,
} from '@thumbturn/packer'
import { bundleService } from './bundle.ts'
import { layout } from './src/cli/layout.ts'

// Builds the package `thumbturn`. It depends on no other package: their code and their licenses are part of it.
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)

rmSync(dist, { recursive: true, force: true })
const { inputs } = await bundleService(join(dist, 'lib'), { layout: 'package' })
writeLicenses(join(dist, 'licenses.md'), listBundledPackages(root, Object.keys(inputs)))
mkdirSync(join(dist, 'bin'))
copyFileSync(join(here, 'bin/packaged.js'), join(dist, 'bin/thumbturn.js'))
copyFileSync(join(here, 'bin/tuning.mjs'), join(dist, 'bin/tuning.mjs'))
// `thumbturn dev` serves it; `npm run pack` builds it first.
cpSync(layout.demoFolder!, join(dist, 'demo'), { recursive: true })
// Part of the product, so that no application is without its pages.
cpSync(layout.hostedFolder!, join(dist, 'hosted'), { recursive: true })
const manifest = publishedManifest(here, {
  name: 'thumbturn',
  description: 'Self-hosted passkey authentication',
  release: layout.identifyRelease(),
  bin: { thumbturn: 'bin/thumbturn.js' },
  engines: { node: '>=24.7' },
  exports: { './package.json': './package.json' },
  dependencies: {},
  ...addOptionalPeers('@thumbturn/dashboard', '@thumbturn/website'),
})
writePackageFiles(here, dist, manifest)

/** npm installs them on request only, and other package managers let the service find them then. */
function addOptionalPeers(...names: string[]) {
  const { peerDependencies, peerDependenciesMeta } = readManifest(here)
  return {
    peerDependencies: { ...peerDependencies, ...Object.fromEntries(names.map((name) => [name, '*'])) },
    peerDependenciesMeta: {
      ...(peerDependenciesMeta as object),
      ...Object.fromEntries(names.map((name) => [name, { optional: true }])),
    },
  }
}

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepReachedDeclarations, publishedManifest, writePackageFiles } from '@thumbturn/packer'

// Builds what is published: the sources as JavaScript, one file each, so that the verifier can be read as it runs.
const here = dirname(fileURLToPath(import.meta.url))
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)
const tsc = join(here, '../../node_modules/typescript/bin/tsc')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' })
keepReachedDeclarations(dist, ['index.d.ts'])
const manifest = publishedManifest(here, {
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
})
writePackageFiles(here, dist, manifest)

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepReachedDeclarations, listEntries, publishedManifest, writePackageFiles } from '@thumbturn/packer'
import { publishWireTypes } from './publish/wire-types.ts'

// Builds what is published: the sources as JavaScript, one file each, so that users can read what they run.
const here = dirname(fileURLToPath(import.meta.url))
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)

rmSync(dist, { recursive: true, force: true })
compile()
writeFileSync(join(dist, 'wire.d.ts'), publishWireTypes(readFileSync(join(here, 'src/wire.ts'), 'utf8')))
const entries = listEntries(here).map(([name, path]) => [name, path.slice('./src/'.length, -3)] as const)
keepReachedDeclarations(
  dist,
  entries.map(([, entry]) => `${entry}.d.ts`),
)
const manifest = publishedManifest(here, {
  engines: { node: '>=20' },
  exports: Object.fromEntries(
    entries.map(([name, file]) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }]),
  ),
  peerDependencies: { fastify: '>=5' },
  peerDependenciesMeta: { fastify: { optional: true } },
})
writePackageFiles(here, dist, manifest)

function compile(): void {
  const tsc = join(here, '../../node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' })
}

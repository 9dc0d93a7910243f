import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedManifest, readManifest, writePackageFiles } from '@thumbturn/packer'
import { build, type Metafile, type Plugin } from 'esbuild'
import { layout } from './src/cli/layout.ts'

// Builds the package `thumbturn`: the service as JavaScript in a few readable files. Packages of this repository are part of
// it; all others are dependencies.
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)

const packaged: Plugin = {
  name: 'packaged',
  setup(setup) {
    setup.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@thumbturn/') ? undefined : { path, external: true },
    )
    setup.onResolve({ filter: /\/layout\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace('layout.ts', 'layout.packaged.ts')),
    }))
  },
}

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: { main: join(here, 'src/main.ts'), worker: join(here, 'src/adapters/hashing/worker.ts') },
  outdir: join(dist, 'lib'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  plugins: [packaged],
  metafile: true,
  logLevel: 'warning',
})
mkdirSync(join(dist, 'bin'))
copyFileSync(join(here, 'bin/packaged.js'), join(dist, 'bin/thumbturn.js'))
copyFileSync(join(here, '../../scripts/run/tuning.mjs'), join(dist, 'bin/tuning.js'))
// `thumbturn dev` serves it; `npm run pack` builds it first.
cpSync(layout.demoFolder!, join(dist, 'demo'), { recursive: true })
const manifest = publishedManifest(here, {
  name: 'thumbturn',
  description: 'Self-hosted passkey authentication',
  release: layout.identifyRelease(),
  bin: { thumbturn: 'bin/thumbturn.js' },
  engines: { node: '>=24.7' },
  exports: { './package.json': './package.json' },
  dependencies: collectDependencies(metafile),
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

/**
 * What the bundled workspaces depend on, in the versions that are installed here.
 * @throws Error a built file imports a package that no workspace declares
 */
function collectDependencies({ outputs }: Metafile): Record<string, string> {
  const workspaces = ['packages/contract', 'packages/webauthn', 'apps/service']
  const declared = workspaces.flatMap((folder) => Object.keys(readManifest(join(root, folder)).dependencies ?? {}))
  const names = new Set(declared.filter((name) => !name.startsWith('@thumbturn/')))
  const optional = Object.keys(readManifest(here).peerDependencies ?? {})
  const imported = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external))
  const undeclared = imported.find(
    ({ path }) => !isBuiltin(path) && ![...names, ...optional].includes(toPackageName(path)),
  )
  if (undeclared) throw new Error(`${undeclared.path} is imported, and no workspace of the service depends on it`)
  return Object.fromEntries(
    [...names].sort().map((name) => [name, readManifest(join(root, 'node_modules', name)).version]),
  )
}

function toPackageName(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
}

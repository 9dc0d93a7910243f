import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readManifest } from '@thumbturn/packer'
import { build, type Metafile, type Plugin } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')

export type BundleOptions = {
  /** Where the files find the demo, the dashboard, and the manifest: as in this repository, or as in the npm package. */
  layout: 'repository' | 'package'
}

/**
 * Builds the service as JavaScript in a few readable files, with the packages that it depends on: a start from them takes half
 * the time and memory of one that loads a thousand files. The optional packages stay outside.
 * @throws Error a file imports dynamically a CommonJS package, whose named exports esbuild doesn't find
 */
export async function bundleService(outdir: string, { layout }: BundleOptions): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: join(here, 'src/main.ts'),
      worker: join(here, 'src/adapters/hashing/worker.ts'),
      'integrity-check': join(here, 'src/storage/engine/integrity-check.ts'),
      checkpointer: join(here, 'src/storage/engine/checkpointer.ts'),
      'database-copier': join(here, 'src/storage/engine/database-copier.ts'),
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // CommonJS packages require Node's modules. The names can't clash with those of a file.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    external: ['pg-native', ...Object.keys(readManifest(here).peerDependencies ?? {})],
    plugins: [metricsWithoutTraces, ...(layout === 'package' ? [packagedLayout] : [])],
    metafile: true,
    logLevel: 'warning',
  })
  rejectDynamicCommonJs(metafile)
  escapeBeyondAscii(metafile)
  return metafile
}

/** The library of metrics needs the optional OpenTelemetry only for exemplars, which are off. */
const metricsWithoutTraces: Plugin = {
  name: 'metrics without traces',
  setup(setup) {
    setup.onResolve({ filter: /^@opentelemetry\/api$/ }, ({ path, importer }) =>
      importer.includes('/prom-client/') ? { path, namespace: 'absent' } : undefined,
    )
    setup.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'module.exports = {}' }))
  },
}

const packagedLayout: Plugin = {
  name: 'packaged layout',
  setup(setup) {
    setup.onResolve({ filter: /\/layout\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace('layout.ts', 'layout.packaged.ts')),
    }))
  },
}

function rejectDynamicCommonJs({ inputs }: Metafile): void {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path } of imports)
      if (kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
        throw new Error(`${file} must import ${path} through a file of its own, which exports what it needs`)
}

/**
 * Escapes what esbuild leaves in regular expressions and comments: Node keeps a file with one character beyond ASCII at two bytes for
 * each character, which is 2 MB for the largest.
 */
function escapeBeyondAscii({ outputs }: Metafile): void {
  for (const file of Object.keys(outputs).map((output) => join(root, output)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\P{ASCII}/gv, toEscapes))
}

const toEscapes = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

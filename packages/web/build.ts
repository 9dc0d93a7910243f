import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { errorReasons } from '@thumbturn/contract/vocabulary/errors.ts'
import {
  crossAuthMethods,
  fallbackMethods,
  mfaActions,
  usernameTypes,
} from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import {
  keepReachedDeclarations,
  listEntries,
  type Manifest,
  publishedManifest,
  readManifest,
  writePackageFiles,
} from '@thumbturn/packer'
import { type BuildOptions, build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)
const manifest = readManifest(here)
/** The modules that can be imported: `.`, `./wallet` …, each from the folder of its name; `./core` only in this repository. */
const published = listEntries(here).filter(([name]) => name !== './core')
const entries = published.map(([, path]) => path.replace('./src/', ''))

/** Most that a page pays for each import alone, and for sign-up and sign-in alone, in bytes after gzip. */
const limits: Record<string, number> = {
  'index.ts': 12_000,
  'wallet/index.ts': 9_000,
  'merchant/index.ts': 4_150,
  'react/index.ts': 9_950,
  'elements/index.ts': 14_150,
  'sign-up and sign-in': 6_350,
}
const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  external: Object.keys(manifest.peerDependencies as object).flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
} satisfies BuildOptions

rmSync(dist, { recursive: true, force: true })
// One copy of what they share, so that an error of one is an error of the other.
const entryPoints = entries.map((entry) => join(here, 'src', entry))
await build({ ...options, entryPoints, outdir: dist, outbase: join(here, 'src'), splitting: true, sourcemap: true })
emitTypes()
writePackageFiles(here, dist, publishedManifest(here, { engines: { node: '>=20' }, exports: builtExports() }))
await reportSizes()

/** Declarations of what the entries reach; the rest is our own business. */
function emitTypes(): void {
  const tsc = join(here, '../../node_modules/typescript/bin/tsc')
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', join(dist, 'types')]
  const files = ['--rootDir', join(here, 'src'), '-p', join(here, 'tsconfig.build.json')]
  execFileSync(process.execPath, [tsc, ...files, ...emit], { stdio: 'inherit' })
  writeFileSync(join(dist, 'types/vocabulary.d.ts'), spellVocabulary())
  keepReachedDeclarations(
    join(dist, 'types'),
    entries.map((entry) => entry.replace(/\.tsx?$/, '.d.ts')),
  )
}

/** src/vocabulary.ts with every value written out, so that users of the SDK don't need the contract. */
function spellVocabulary(): string {
  const values = {
    CrossAuthMethod: crossAuthMethods,
    ErrorReason: errorReasons,
    FallbackMethod: fallbackMethods,
    MfaActionName: mfaActions,
    UsernameType: usernameTypes,
  }
  const lines = Object.entries(values).map(
    ([name, list]) => `export type ${name} = ${list.map((value) => `'${value}'`).join(' | ')}`,
  )
  return `${lines.join('\n')}\n`
}

/** Inside the repository the sources are imported as they are. */
function builtExports(): Manifest['exports'] {
  const built = ([name, path]: [string, string]) => {
    const file = path.replace('./src/', './').replace(/\.tsx?$/, '')
    return [name, { types: file.replace('./', './types/').concat('.d.ts'), default: `${file}.js` }]
  }
  return Object.fromEntries(published.map(built))
}

/** Measured on the published files, so that it also proves that an application's bundler can shake them. */
async function reportSizes(): Promise<void> {
  for (const entry of entries) report(entry, await bundled(`export * from './${entry.replace(/\.tsx?$/, '.js')}'`))
  const [some, from] = ['createClient, createPasskey, authenticateWithPasskey', './index.js']
  report('sign-up and sign-in', await bundled(`export { ${some} } from '${from}'`))
}

/** The code that a page loads at once; languages that it may ask for later are chunks of their own. */
async function bundled(contents: string): Promise<Uint8Array> {
  // A chunk without side effects that another entry needs is none of this one's.
  const logOverride = { 'ignored-bare-import': 'silent' } as const
  const lazily = { splitting: true, outdir: 'out', write: false, metafile: true, logOverride } as const
  const { outputFiles, metafile } = await build({ ...options, ...lazily, stdin: { contents, resolveDir: dist } })
  const atOnce = (path: string): string[] => [
    path,
    ...metafile.outputs[path]!.imports.filter(({ kind, external }) => kind === 'import-statement' && !external).flatMap(
      (found) => atOnce(found.path),
    ),
  ]
  const paths = new Set(atOnce('out/stdin.js'))
  return Buffer.concat(outputFiles.filter(({ path }) => paths.has(relative('.', path))).map((file) => file.contents))
}

function report(what: string, code: Uint8Array): void {
  const zipped = gzipSync(code, { level: 9 }).length
  const name = what === 'index.ts' ? 'everything' : what.replace(/\/index\.tsx?$/, '')
  console.log(`${name}: ${code.length} bytes, ${zipped} after gzip`)
  const limit = limits[what]
  if (limit === undefined || zipped <= limit) return
  console.error(`That may be at most ${limit} bytes after gzip.`)
  process.exitCode = 1
}

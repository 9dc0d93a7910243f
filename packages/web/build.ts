import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'

/** Most that each may weigh, in bytes after gzip. */
const limits = { everything: 12_000, 'sign-up and sign-in alone': 5_000 }

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
} satisfies BuildOptions

rmSync(dist, { recursive: true, force: true })
await build({ ...options, entryPoints: [join(here, 'src/index.ts')], outfile: join(dist, 'index.js'), sourcemap: true })
emitTypes()
writeFileSync(join(dist, 'package.json'), publishedManifest())
for (const page of ['README.md', '../../LICENSE']) {
  if (existsSync(join(here, page))) writeFileSync(join(dist, page.split('/').at(-1)!), readFileSync(join(here, page)))
}
await reportSizes()

/** Declarations of what index.d.ts reaches; the rest is our own business. */
function emitTypes(): void {
  const tsc = join(here, '../../node_modules/typescript/bin/tsc')
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', join(dist, 'types')]
  const files = ['--rootDir', join(here, 'src'), '-p', join(here, 'tsconfig.build.json')]
  execFileSync(process.execPath, [tsc, ...files, ...emit], { stdio: 'inherit' })
  const reached = reachedFrom('index.d.ts')
  for (const file of readdirSync(join(dist, 'types'))) {
    if (!reached.has(file)) rmSync(join(dist, 'types', file))
  }
}

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const path = join(dist, 'types', file)
  const text = readFileSync(path, 'utf8').replaceAll(/from '\.\/([\w-]+)\.ts'/g, "from './$1.js'")
  if (text.includes('@thumbturn/contract')) throw new Error(`${file} would publish types of the contract`)
  writeFileSync(path, text)
  for (const [, name] of text.matchAll(/from '\.\/([\w-]+)\.js'/g)) reachedFrom(`${name}.d.ts`, seen)
  return seen
}

/** What `npm publish dist` publishes; inside the repository the sources are imported as they are. */
function publishedManifest(): string {
  const { name, version, description, license, type, sideEffects } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  )
  const exports = { '.': { types: './types/index.d.ts', default: './index.js' } }
  return `${JSON.stringify({ name, version, description, license, type, sideEffects, exports }, null, 2)}\n`
}

/** Measured on the published file, so that it also proves that an application's bundler can shake it. */
async function reportSizes(): Promise<void> {
  report('everything', readFileSync(join(dist, 'index.js')))
  report('sign-up and sign-in alone', await shaken('createClient, createPasskey, authenticateWithPasskey'))
}

async function shaken(names: string): Promise<Uint8Array> {
  const stdin = { contents: `export { ${names} } from './index.js'`, resolveDir: dist }
  const { outputFiles } = await build({ ...options, stdin, write: false })
  return outputFiles[0]!.contents
}

function report(what: keyof typeof limits, code: Uint8Array): void {
  const zipped = gzipSync(code, { level: 9 }).length
  console.log(`${what}: ${code.length} bytes, ${zipped} after gzip`)
  if (zipped <= limits[what]) return
  console.error(`That may be at most ${limits[what]} bytes after gzip.`)
  process.exitCode = 1
}

import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishWireTypes } from './publish/wire-types.ts'

// What `npm publish dist` publishes: the sources as JavaScript, one file each, so that users can read what they run.
const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

rmSync(dist, { recursive: true, force: true })
compile()
writeFileSync(join(dist, 'wire.d.ts'), publishWireTypes(readFileSync(join(here, 'src/wire.ts'), 'utf8')))
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const entries = Object.entries<string>(manifest.exports).map(([name, path]) => [name, path.slice('./src/'.length, -3)])
keepReachedTypes(entries.map(([, entry]) => `${entry}.d.ts`))
writeFileSync(join(dist, 'package.json'), createManifest())
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
copyFileSync(join(here, '../../LICENSE'), join(dist, 'LICENSE'))

function compile(): void {
  const tsc = join(here, '../../node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json'), '--outDir', dist], { stdio: 'inherit' })
}

/** Keeps only the declarations that the entries reach, which must not import the contract. */
function keepReachedTypes(entries: readonly string[]): void {
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8').replaceAll(/(from|import) '\.\/([\w-]+)\.ts'/g, "$1 './$2.js'")
    if (text.includes('@thumbturn/')) throw new Error(`${file} would publish types of another package`)
    writeFileSync(path, text)
    for (const [, name] of text.matchAll(/'\.\/([\w-]+)\.js'/g)) reach(`${name}.d.ts`)
  }
  entries.forEach(reach)
  for (const file of globSync('*.d.ts', { cwd: dist })) if (!reached.has(file)) rmSync(join(dist, file))
}

/** Inside the repository, the sources are imported directly. */
function createManifest(): string {
  const { name, version, description, license, type, sideEffects, dependencies } = manifest
  const files = entries.map(([entry, file]) => [entry, { types: `./${file}.d.ts`, default: `./${file}.js` }])
  const published = {
    ...{ name, version, description, license, type, sideEffects, engines: { node: '>=22' } },
    exports: Object.fromEntries(files),
    dependencies,
    peerDependencies: { fastify: '>=5' },
    peerDependenciesMeta: { fastify: { optional: true } },
  }
  return `${JSON.stringify(published, null, 2)}\n`
}

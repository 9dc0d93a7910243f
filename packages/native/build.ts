import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepReachedDeclarations, publishedManifest, writePackageFiles } from '@thumbturn/packer'
import { bundle } from './bundle.ts'

const here = dirname(fileURLToPath(import.meta.url))
// `npm run pack` gives each run a folder of its own.
const [dist = join(here, 'dist')] = process.argv.slice(2)
const types = join(dist, 'types')

rmSync(dist, { recursive: true, force: true })
// Jest loads packages as CommonJS by default.
await bundle({ format: 'esm', outfile: join(dist, 'index.js'), sourcemap: true })
await bundle({ format: 'cjs', outfile: join(dist, 'commonjs/index.js'), sourcemap: true })
emitTypes()
// TypeScript reads declarations as those of the module format that their folder names.
cpSync(types, join(dist, 'commonjs/types'), { recursive: true })
writeFileSync(join(dist, 'commonjs/package.json'), '{ "type": "commonjs" }\n')
const exports = {
  '.': {
    import: { types: './types/index.d.ts', default: './index.js' },
    require: { types: './commonjs/types/index.d.ts', default: './commonjs/index.js' },
  },
}
const plugins = ['react-native-passkey', 'react-native-passkeys', 'capacitor-passkey-plugin']
writePackageFiles(here, dist, {
  ...publishedManifest(here, { engines: { node: '>=20' }, main: './commonjs/index.js', types: './types/index.d.ts' }),
  exports: exports as never,
  // All of it is in the bundle.
  dependencies: {},
  peerDependencies: {
    'react-native-passkey': '>=3.6',
    'react-native-passkeys': '>=0.4',
    'capacitor-passkey-plugin': '*',
  },
  peerDependenciesMeta: Object.fromEntries(plugins.map((name) => [name, { optional: true }])),
})

/** Declarations of this package, with those of @thumbturn/web that they name in a folder of their own. */
function emitTypes(): void {
  const temporary = mkdtempSync(join(tmpdir(), 'native-types-'))
  try {
    const tsc = join(here, '../../node_modules/typescript/bin/tsc')
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', join(temporary, 'own')]
    const project = ['-p', join(here, 'tsconfig.build.json'), '--rootDir', join(here, '..')]
    execFileSync(process.execPath, [tsc, ...project, ...emit], { stdio: 'inherit' })
    execFileSync(process.execPath, ['build.ts', join(temporary, 'web')], {
      cwd: join(here, '../web'),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    cpSync(join(temporary, 'own/native/src'), types, { recursive: true })
    cpSync(join(temporary, 'web/types'), join(types, 'web'), { recursive: true })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  for (const file of globSync('{*,plugins/*}.d.ts', { cwd: types })) nameNeighbor(join(types, file))
  keepReachedDeclarations(types, ['index.d.ts'])
}

function nameNeighbor(path: string): void {
  const web = path.includes('/plugins/') ? '../web/index.js' : './web/index.js'
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'@thumbturn/web/core'", `'${web}'`))
}

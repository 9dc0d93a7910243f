import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('the published package has its types and no dependencies', async () => {
  execFileSync(process.execPath, [new URL('../build.ts', import.meta.url).pathname], { stdio: 'pipe' })
  const built = new URL('../dist/', import.meta.url)
  const manifest = JSON.parse(readFileSync(new URL('package.json', built), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  assert.match(readFileSync(new URL(manifest.exports['.'].types, built), 'utf8'), /ThumbturnMfa/)
  const { Thumbturn, ThumbturnMfa } = await import(new URL(manifest.exports['.'].default, built).href)
  assert.equal(new Thumbturn({ baseUrl: 'https://shop.example.com' }).client.appId, 'shop')
  const wallet = await import(new URL(manifest.exports['./wallet'].default, built).href)
  const merchant = await import(new URL(manifest.exports['./merchant'].default, built).href)
  assert.match(readFileSync(new URL(manifest.exports['./merchant'].types, built), 'utf8'), /startCheckout/)
  // One copy of each class, whichever entry it is imported from.
  assert.equal(Object.getPrototypeOf(wallet.ThumbturnWallet), ThumbturnMfa)
  assert.equal(wallet.CheckoutError, merchant.CheckoutError)
  // On a server, the components can be imported and define nothing.
  const { ThumbturnAuth, languages } = await import(new URL(manifest.exports['./elements'].default, built).href)
  assert.equal(typeof ThumbturnAuth, 'function')
  assert.equal(languages.length, 10)
  // Tree shaking must keep the file that defines the components.
  assert.deepEqual(manifest.sideEffects.includes(manifest.exports['./elements'].default), true)
  assert.match(readFileSync(new URL(manifest.exports['./react'].types, built), 'utf8'), /usePasskey/)
})

for (const [version, types] of [
  ['18', 'types-react-18'],
  ['19', '@types/react'],
] as const) {
  test(`the published types compile under the strictest settings with React ${version}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'thumbturn-web-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
    const { version: installed } = JSON.parse(readFileSync(join(modules, types, 'package.json'), 'utf8'))
    assert.match(installed, new RegExp(`^${version}\\.`))
    for (const scope of ['@types', '@thumbturn']) mkdirSync(join(folder, 'node_modules', scope), { recursive: true })
    symlinkSync(join(modules, types), join(folder, 'node_modules/@types/react'))
    for (const needed of ['csstype', '@types/prop-types'])
      symlinkSync(join(modules, needed), join(folder, 'node_modules', needed))
    symlinkSync(fileURLToPath(new URL('../dist', import.meta.url)), join(folder, 'node_modules/@thumbturn/web'))
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      skipLibCheck: false,
      noEmit: true,
      preserveSymlinks: true,
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.tsx'] }))
    copyFileSync(new URL('consumer/page.tsx', import.meta.url), join(folder, 'page.tsx'))
    const { stdout } = spawnSync(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    })
    assert.equal(stdout, '')
  })
}

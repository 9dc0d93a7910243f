import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('what is published is built, has its declarations, and needs nothing else', async () => {
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
  // One copy of each class, whichever way it was imported.
  assert.equal(Object.getPrototypeOf(wallet.ThumbturnWallet), ThumbturnMfa)
  assert.equal(wallet.CheckoutError, merchant.CheckoutError)
  // Without a page the components can be imported, and define nothing.
  const { ThumbturnAuth, languages } = await import(new URL(manifest.exports['./elements'].default, built).href)
  assert.equal(typeof ThumbturnAuth, 'function')
  assert.equal(languages.length, 10)
  // A bundler that drops what is not used must keep the file that defines them.
  assert.deepEqual(manifest.sideEffects.includes(manifest.exports['./elements'].default), true)
  assert.match(readFileSync(new URL(manifest.exports['./react'].types, built), 'utf8'), /usePasskey/)
})

test('what was built is installed into another project as the documentation says', () => {
  const repository = fileURLToPath(new URL('../../..', import.meta.url))
  const [build, install] = readFileSync(join(repository, 'examples/shell/install-sdk.sh'), 'utf8').trim().split('\n')
  assert.match(build!, /^npm run build -w @thumbturn\/web /)
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-web-'))
  try {
    const command = install!.replace('../thumbturn/', repository)
    execFileSync('bash', ['-c', command], {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, npm_config_offline: 'true' },
    })
    const program = "import('@thumbturn/web').then(({ createClient }) => console.log(typeof createClient))"
    assert.equal(execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' }), 'function\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

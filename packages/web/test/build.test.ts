import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

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
})

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { newName } from '@thumbturn/service-harness/situations.ts'
import { bundle } from '../bundle.ts'
import type { Sdk } from './sdk.ts'
import { createPhone, createStorage, useTestService } from './service.ts'

const service = useTestService()

/** The controller of React Native: no reason, no throwIfAborted, no timeout. */
class OldController {
  signal = Object.assign(new EventTarget(), { aborted: false })
  abort() {
    if (this.signal.aborted) return
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

/** The SDK in a realm that has the language, and of the platform only what React Native documents. */
async function openRuntime(): Promise<Sdk> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'native-')), 'sdk.js')
  await bundle({ format: 'iife', globalName: 'sdk', outfile })
  const context = createContext({
    // Node's own accepts only signals of its own class.
    fetch: (url: string, { signal: _, ...init }: RequestInit) => fetch(url, init),
    URL,
    TextEncoder,
    AbortController: OldController,
    setTimeout,
    clearTimeout,
  })
  runInContext(readFileSync(outfile, 'utf8'), context)
  return runInContext('sdk', context) as Sdk
}

test('a runtime needs fetch, timers, and AbortController, and nothing of a page', async () => {
  const sdk = await openRuntime()
  const { url: baseUrl } = service()
  const phone = createPhone()
  const thumbturn = new sdk.Thumbturn({ baseUrl, prompt: phone.prompt, storage: createStorage() })
  const username = newName('zoë')
  const { passkeyId } = await thumbturn.createPasskey(username)
  assert.equal((await thumbturn.getSessionInfo())?.username, username)
  await thumbturn.logout()
  assert.ok((await thumbturn.authenticateWithPasskey()).isAuthenticated)
  const { nonce } = await thumbturn.confirmTransaction(username, { txPayload: 'Pay' })
  assert.match(nonce, /^[\w-]{1,128}$/)
  await thumbturn.renamePasskey(passkeyId!, { name: 'Phone' })
  // The list is one of the other realm.
  assert.deepEqual(
    [...(await thumbturn.listPasskeys())].map(({ name }) => name),
    ['Phone'],
  )
  assert.ok(phone.signals.length > 0)
  const mfa = new sdk.ThumbturnMfa({ baseUrl, prompt: phone.prompt })
  await mfa.beginFlow({ username })
  assert.equal((await mfa.performAction('passkey:auth')).isComplete, true)
  await sdk.loadUserMessages()
  await thumbturn.deletePasskey(passkeyId!)
})

test('an abort ends a call in a runtime whose signals have no reason', async () => {
  const sdk = await openRuntime()
  const { prompt } = createPhone(undefined, { get: () => new Promise(() => {}) })
  const thumbturn = new sdk.Thumbturn({ baseUrl: service().url, prompt })
  const controller = new OldController()
  const signal = controller.signal as unknown as AbortSignal
  const signingIn = thumbturn.authenticateWithPasskey(undefined, { signal })
  controller.abort()
  await assert.rejects(signingIn, { code: 'ERROR_PASSKEY_ABORTED' })
  await assert.rejects(thumbturn.authenticateWithPasskey(undefined, { signal }), { code: 'ERROR_PASSKEY_ABORTED' })
})

test('base64url and UTF-8 are read and written without the functions of browsers', async () => {
  const { fromBase64url, readJson, toBase64url } = await import('../src/base64url.ts')
  for (let length = 0; length < 300; length += 7) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256)
    const text = Buffer.from(bytes).toString('base64url')
    assert.equal(toBase64url(bytes), text)
    assert.equal(toBase64url(bytes.buffer), text)
    assert.deepEqual(fromBase64url(text), bytes)
    assert.deepEqual(fromBase64url(Buffer.from(bytes).toString('base64')), bytes)
  }
  assert.throws(() => fromBase64url('a.b'), SyntaxError)
  assert.deepEqual(readJson(Buffer.from('{"a":"Zoë 🔑"}').toString('base64url')), { a: 'Zoë 🔑' })
})

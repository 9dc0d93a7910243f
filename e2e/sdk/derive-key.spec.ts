import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']
declare const sdk: SdkPage['sdk']

const prf = { hasPrf: true, ctap2Version: 'ctap2_1' } as const

test.describe('an authenticator that derives keys', () => {
  test.use({ abilities: prf })

  test('derives the same key again, and another one for another purpose', async ({ page, thumbturn: service }) => {
    await openSdkPage(page, service.url)
    const result = await page.evaluate(async (name) => {
      await thumbturn.createPasskey(name)
      const encrypt = async (purpose: string) => {
        const { key } = await thumbturn.deriveKey({ purpose })
        const content = new TextEncoder().encode('same')
        const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, content)
        return [...new Uint8Array(sealed)].join()
      }
      const [passkey] = await thumbturn.listPasskeys()
      return {
        available: await sdk.isKeyDerivationAvailable(),
        listed: passkey!.extensions,
        keys: [await encrypt('notes'), await encrypt('notes'), await encrypt('files')],
      }
    }, newName())
    expect(result.available).toBe(true)
    expect(result.listed?.client).toMatchObject({ discoverable: true, prf: true })
    expect(result.keys[1]).toBe(result.keys[0])
    expect(result.keys[2]).not.toBe(result.keys[0])
  })

  test('opens a data key that was wrapped for it, and no other', async ({ page, thumbturn: service }) => {
    await openSdkPage(page, service.url)
    const result = await page.evaluate(async (name) => {
      await thumbturn.createPasskey(name)
      const derived = await thumbturn.deriveKey({ purpose: 'notes' })
      const key = await sdk.createDataKey()
      const keys = [await sdk.wrapDataKey(key, derived)]
      const again = await sdk.unwrapDataKey(keys, await thumbturn.deriveKey({ purpose: 'notes' }))
      const same = await Promise.all([key, again].map((one) => crypto.subtle.exportKey('raw', one)))
      const [first, second] = same.map((raw) => [...new Uint8Array(raw)].join())
      const fail = (attempt: Promise<unknown>) =>
        attempt.then(
          () => 'opened',
          ({ code }) => code,
        )
      return {
        same: first === second,
        purpose: await fail(sdk.unwrapDataKey(keys, await thumbturn.deriveKey({ purpose: 'files' }))),
        other: await fail(sdk.unwrapDataKey(keys, { ...derived, credentialId: 'AAAA' })),
        relabeled: await fail(
          sdk.unwrapDataKey([{ ...keys[0]!, credentialId: 'AAAA' }], { ...derived, credentialId: 'AAAA' }),
        ),
      }
    }, newName())
    const unavailable = 'ERROR_KEY_UNAVAILABLE'
    expect(result).toEqual({ same: true, purpose: unavailable, other: unavailable, relabeled: unavailable })
  })
})

test('an authenticator that derives no keys has an error of its own', async ({ page, thumbturn: service }) => {
  await openSdkPage(page, service.url)
  const error = await page.evaluate(async (name) => {
    await thumbturn.createPasskey(name)
    return thumbturn.deriveKey({ purpose: 'notes' }).then(
      () => undefined,
      ({ code, userMessage }) => ({ code, userMessage }),
    )
  }, newName())
  expect(error).toEqual({
    code: 'ERROR_KEY_UNAVAILABLE',
    userMessage: "This passkey can't unlock your data. Try another one.",
  })
})

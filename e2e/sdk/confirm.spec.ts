import { createHash } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']

test('a passkey confirms a transaction, and its token names what was signed', async ({ page, thumbturn: service }) => {
  await openSdkPage(page, service.url)
  const name = newName()
  const payload = 'Pay 25.00 € to Grace'
  const confirmed = await page.evaluate(
    async ([name, payload]) => {
      await thumbturn.createPasskey(name!)
      return thumbturn.confirmTransaction(name!, { txPayload: payload!, nonce: 'order-7' })
    },
    [name, payload],
  )
  const { txHash, nonce, lNonce, token } = confirmed
  expect(nonce).toBe('order-7')
  expect(txHash).toBe(
    createHash('sha256')
      .update(payload + nonce + lNonce)
      .digest('base64url'),
  )
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  expect(claims).toMatchObject({ txHash, nonce, lNonce, username: name })
})

test('the demo settings are valid, and a wrong application is named', async ({ page, thumbturn: service, mayLog }) => {
  mayLog(/status of 404/)
  await openSdkPage(page, service.url)
  expect(await page.evaluate(() => thumbturn.verifyConfigSettings())).toEqual({ isValid: true })
  const wrong = await page.evaluate(async () => {
    const { Thumbturn } = (globalThis as unknown as SdkPage).sdk
    return new Thumbturn({ baseUrl: `${location.origin}/apps/unknown` }).verifyConfigSettings()
  })
  expect(wrong).toMatchObject({ isValid: false, code: 'invalid_app_id' })
})

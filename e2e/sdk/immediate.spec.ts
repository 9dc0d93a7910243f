import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']
declare const sdk: SdkPage['sdk']

/** Calls it as a page does, in the handler of a click. */
async function signInByClick(page: Page): Promise<unknown> {
  await page.evaluate(() => {
    const result = new Promise((resolve) => {
      document.addEventListener('click', () => thumbturn.signInImmediately().then(resolve, resolve), { once: true })
    })
    Object.assign(globalThis, { result })
  })
  await page.mouse.click(5, 5)
  return page.evaluate(() => (globalThis as unknown as { result: Promise<unknown> }).result)
}

test('a click signs in with the passkey of this device', async ({ page, thumbturn: service }) => {
  await openSdkPage(page, service.url)
  const created = await page.evaluate((name) => thumbturn.createPasskey(name), newName())
  await page.evaluate(() => thumbturn.logout())
  expect(await page.evaluate(() => sdk.isImmediateSignInAvailable())).toBe(true)
  expect(await signInByClick(page)).toMatchObject({ isAuthenticated: true, userId: created.userId })
})

test('without a passkey on this device, a click ends at once and without a dialog', async ({
  page,
  device,
  thumbturn: service,
}) => {
  // A dialog would wait for a touch that never comes.
  await device.touched(false)
  await openSdkPage(page, service.url)
  expect(await signInByClick(page)).toBe(undefined)
})

test('a phone that this device has no Bluetooth for is explained', async ({ page, device, thumbturn: service }) => {
  await device.recognizes(false)
  await openSdkPage(page, service.url)
  const error = await page.evaluate(() =>
    thumbturn
      .authenticateWithPasskey('', { hints: ['hybrid'] })
      .catch(({ code, userMessage }) => ({ code, userMessage })),
  )
  expect(await page.evaluate(() => sdk.isHybridAvailable())).toBe(false)
  expect(error).toEqual({
    code: 'ERROR_BLUETOOTH_MISSING',
    userMessage: expect.stringMatching(/needs Bluetooth/),
  })
})

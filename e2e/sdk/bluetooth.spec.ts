import { expect, test } from '../fixtures.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']
declare const sdk: SdkPage['sdk']

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

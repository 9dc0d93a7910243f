import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']

const strict = [
  'extensions=credProps,credProtect,minPinLength,largeBlob,prf',
  'credProtect=userVerificationRequired',
  'credProtectEnforced=true',
  'userVerification=required',
  'hints=client-device',
]
const usual = ['extensions=credProps,prf', 'credProtectEnforced=false', 'userVerification=preferred', 'hints=']

test.describe('an authenticator with extensions', () => {
  test.use({
    abilities: { hasPrf: true, hasLargeBlob: true, hasMinPinLength: true, hasCredBlob: true, ctap2Version: 'ctap2_1' },
  })

  test('registers with all of them, and the list shows what each said', async ({ page, thumbturn: service }) => {
    await service.change(...strict)
    await openSdkPage(page, service.url)
    const listed = await page.evaluate(async (name) => {
      await thumbturn.createPasskey(name)
      const [passkey] = await thumbturn.listPasskeys()
      const again = await thumbturn.authenticateWithPasskey()
      return { ...passkey!.extensions, again: again.isAuthenticated }
    }, newName())
    await service.change(...usual)
    expect(listed).toEqual({
      client: { discoverable: true, prf: true, largeBlob: true },
      authenticator: { credProtect: 'userVerificationRequired', minPinLength: expect.any(Number) },
      again: true,
    })
  })
})

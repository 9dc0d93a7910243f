import { expect, test } from '../fixtures.ts'
import { newAddress } from '../situations.ts'
import { createSampleBackend } from './backend.ts'
import { openSample, runSample } from './page.ts'

test('a user of another service gets a passkey here next to the old one, which is then deleted', async ({
  page,
  device,
  thumbturn,
}) => {
  const username = newAddress()
  const backend = await createSampleBackend(page, thumbturn, username)
  const { verifyToken } = await import('@thumbturn/examples/node/verify-token.ts')
  const moved: string[] = []
  await page.route(`${thumbturn.url}/moved`, async (route) => {
    const { authorization = '' } = route.request().headers()
    moved.push((await verifyToken(authorization.replace('Bearer ', ''))).username)
    await route.fulfill({ status: 204 })
  })
  await openSample(page, thumbturn, { name: 'move', username })
  await runSample(page)
  const oldHandle = await page.evaluate(async (name) => {
    const id = crypto.getRandomValues(new Uint8Array(16))
    const options: PublicKeyCredentialCreationOptions = {
      rp: { id: 'localhost', name: 'The old service' },
      user: { id, name, displayName: name },
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required' },
    }
    await navigator.credentials.create({ publicKey: options })
    return btoa(String.fromCharCode(...id))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  }, username)

  const asked = () => backend.call('/mgmt/discover', { user: { username }, userAgent: 'Mozilla/5.0' })
  expect(await asked()).toMatchObject({ matchResult: 'UserNotFound' })
  await page.evaluate(async (username) => {
    const { token } = await (await fetch('/passkey-grant', { method: 'POST' })).json()
    const { sample } = globalThis as unknown as { sample: typeof import('@thumbturn/examples/web/move.ts') }
    await sample.offerPasskey(username, token)
  }, username)
  expect(moved).toEqual([username])
  expect((await asked()).matchResult).not.toBe('UserNotFound')
  expect(await device.passkeys()).toHaveLength(2)

  await page.evaluate(async (handle) => {
    const { sample } = globalThis as unknown as { sample: typeof import('@thumbturn/examples/web/move.ts') }
    await sample.hideOldPasskeys(handle)
  }, oldHandle)
  await expect.poll(() => device.passkeys()).toHaveLength(1)
})

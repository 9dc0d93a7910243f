import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']

/** Signs in; returns the error if it is rejected. */
const signIn = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      thumbturn.authenticateWithPasskey(name).then(
        ({ isAuthenticated }) => ({ isAuthenticated }),
        ({ name, code, message }) => ({ name, code, message }),
      ),
    name,
  )

test('a device that is offline yields an error code and a remedy, and a second attempt works', async ({
  page,
  context,
  thumbturn: service,
  mayLog,
}) => {
  mayLog(/ERR_INTERNET_DISCONNECTED/)
  await openSdkPage(page, service.url)
  const name = newName()
  await page.evaluate((name) => thumbturn.createPasskey(name), name)
  await context.setOffline(true)
  const message = expect.stringMatching(/Offline: offer to try again/)
  expect(await signIn(page, name)).toEqual({ name: 'ApiError', code: 'offline', message })
  await context.setOffline(false)
  expect(await signIn(page, name)).toEqual({ isAuthenticated: true })
})

test('a page on localhost whose origin is not allowed gets the command that allows it, which works', async ({
  page,
  thumbturn: service,
  mayLog,
}) => {
  mayLog(/status of 400/)
  // A page that a test fulfills has no server, and Chromium prompts before such a page calls this machine.
  await page.context().grantPermissions(['local-network-access'])
  const origin = 'http://localhost:5173'
  await openSdkPage(page, origin, service.url)
  const rejected = await signIn(page, '')
  expect(rejected).toEqual({
    name: 'ApiError',
    code: 'origin_not_allowed',
    message: `The origin ${origin} is not allowed for application demo. To allow it, run: npx thumbturn app set demo --add-origin ${origin}`,
  })
  service.command('app', 'set', 'demo', '--add-origin', origin)
  await expect.poll(() => page.evaluate(() => thumbturn.verifyConfigSettings())).toEqual({ isValid: true })
})

test('an RP ID that does not cover the page is named, with both fixes', async ({
  page,
  thumbturn: service,
  mayLog,
}) => {
  mayLog(/./)
  service.command('app', 'create', 'afar', '--rp-id', 'afar.localhost', '--origin', 'http://afar.localhost')
  // The running service reads its applications again after a second.
  await expect.poll(async () => (await fetch(`${service.url}/apps/afar/fido2/v2/.well-known/jwks.json`)).ok).toBe(true)
  await openSdkPage(page, service.url)
  const failed = await page.evaluate(async () => {
    const { Thumbturn } = (globalThis as unknown as SdkPage).sdk
    const afar = new Thumbturn({ baseUrl: `${location.origin}/apps/afar` })
    return afar.createPasskey('ada').catch(({ code, message }) => ({ code, message }))
  })
  expect(failed).toEqual({
    code: 'ERROR_DOMAIN_MISMATCH',
    message: `RP ID afar.localhost does not cover ${service.url}: open the page there, or list it in https://afar.localhost/.well-known/webauthn`,
  })
})

test('a frame that cannot use passkeys says what its parent page must allow', async ({ page, thumbturn: service }) => {
  const inside = service.url.replace('localhost', 'demo.localhost')
  await openSdkPage(page, service.url)
  const failed = await page.evaluate(async (address) => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
    await new Promise((resolve) => frame.addEventListener('load', resolve))
  }, `${inside}/sdk-page`)
  expect(failed).toBeUndefined()
  const frame = page.frames()[1]!
  const error = await frame.evaluate(async () => {
    const sdk = await import(/* @vite-ignore */ `${location.origin}/sdk.js`)
    const client = sdk.createClient({ baseUrl: location.origin })
    return sdk.authenticateWithPasskey(client).catch(({ code, message }: never) => ({ code, message }))
  })
  expect(error).toEqual({
    code: 'ERROR_FRAME_NOT_ALLOWED',
    message: 'This frame needs allow="publickey-credentials-get; publickey-credentials-create"',
  })
})

test('a browser with cookies off signs in for the lifetime of the page', async ({ page, thumbturn: service }) => {
  await openSdkPage(page, service.url)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  const name = newName()
  const listed = await page.evaluate(async (name) => {
    await thumbturn.createPasskey(name)
    return { cookie: document.cookie, name: thumbturn.getSessionInfo()?.username, all: await thumbturn.listPasskeys() }
  }, name)
  expect(listed).toMatchObject({ cookie: '', name, all: [{}] })
})

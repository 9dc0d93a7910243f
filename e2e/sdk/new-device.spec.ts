import type { Browser } from '@playwright/test'
import { anotherMachine } from '../device.ts'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']

/** Another machine, with the SDK in its page. */
async function newMachine(browser: Browser, url: string) {
  const machine = await anotherMachine(browser)
  await openSdkPage(machine.page, url)
  return machine
}

test('a code shown on the first device adds a passkey on the second', async ({
  page,
  browser,
  device,
  thumbturn: service,
}) => {
  await service.change('crossAuthMethods=otp,otp:email')
  await openSdkPage(page, service.url)
  const name = newName()
  const shown = await page.evaluate(async (name) => {
    await thumbturn.createPasskey(name)
    return (await thumbturn.requestOtp()).code
  }, name)
  expect(shown).toMatch(/^\d{6}$/)

  const second = await newMachine(browser, service.url)
  const steps = await second.page.evaluate(
    async ([name, code]) => {
      const { token } = await thumbturn.validateOtp(name!, { code: code! })
      await thumbturn.createPasskey(name!)
      const listed = await thumbturn.listPasskeys()
      thumbturn.logout()
      return { token, listed: listed.length, again: await thumbturn.authenticateWithPasskey(name!) }
    },
    [name, shown],
  )
  expect(steps.listed).toBe(2)
  expect(steps.again.isAuthenticated).toBe(true)
  expect(await second.device.passkeys()).toHaveLength(1)
  expect(await device.passkeys()).toHaveLength(1)
  await second.leave()
})

test('a code sent to a verified address does the same and works once', async ({
  page,
  browser,
  thumbturn: service,
  mayLog,
}) => {
  mayLog(/status of 400/)
  await service.change('crossAuthMethods=otp,otp:email')
  const { key } = service.command('key', 'create', 'demo', '--scope', 'profile:write') as { key: string }
  await openSdkPage(page, service.url)
  const name = newName()
  const email = `${name}@example.com`
  const { userId } = await page.evaluate((name) => thumbturn.createPasskey(name), name)
  const vouched = await fetch(`${service.url}/apps/demo/fido2/v2/profile/${userId}/email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, requestVerification: false }),
  })
  expect(vouched.status).toBe(204)

  const second = await newMachine(browser, service.url)
  await second.page.evaluate((name) => thumbturn.requestAndSendOtp(name, { method: 'email' }), name)
  const code = await sentTo(email, service)
  const result = await second.page.evaluate(
    async ([name, code]) => {
      const earned = await thumbturn.validateOtp(name!, { code: code! })
      const again = await thumbturn
        .validateOtp(name!, { code: code! })
        .catch((error: { status: number }) => error.status)
      await thumbturn.createPasskey(name!, { token: earned.token })
      return { again, listed: (await thumbturn.listPasskeys()).length }
    },
    [name, code],
  )
  expect(result).toEqual({ again: 400, listed: 2 })
  await second.leave()
})

/** Waits for the newest message to that address and returns its code. */
async function sentTo(address: string, service: { command(...args: string[]): unknown }): Promise<string> {
  let code: string | undefined
  await expect
    .poll(() => {
      const messages = service.command('outbox', 'list', 'demo') as { to: string; text: string }[]
      const found = messages.find(({ to, text }) => to === address && /\b\d{6}\b/.test(text))
      code = /\b(\d{6})\b/.exec(found?.text ?? '')?.[1]
      return code
    })
    .toBeDefined()
  return code!
}

import { anotherMachine } from '../device.ts'
import { openSample, runSample } from './page.ts'
import { call, expect, signUpInPage, test } from './ready.ts'

// A step that isn't the last returns 401 with the next actions.
test.beforeEach(({ mayLog }) => mayLog(/status of 401/))

test("a flow follows the user's choices, and a payload is attached", async ({
  page,
  run,
  change,
  backend,
  username,
}) => {
  await change('mfaPolicy=passkey')
  await signUpInPage({ page, run })
  await run('mfa-flow')
  await page.evaluate(() =>
    Object.assign(globalThis, { choose: async ([first]: { type: string }[]) => ({ type: first!.type }) }),
  )
  await call(page, 'signIn')
  expect(backend.sessions).toMatchObject([{ username }])
  await call(page, 'sign')
})

test('an emailed code and then a passkey complete a flow', async ({ page, run, change, thumbturn, username }) => {
  await change('mfaPolicy=otp-then-passkey')
  await run('mfa-code')
  expect(await call(page, 'startFlow')).toMatchObject({ isComplete: false })
  await page.getByLabel('Code').fill(await codeFor(username, thumbturn))
  expect(await call(page, 'completeFlow')).toMatchObject({ isComplete: true, flow: 'signUp' })
})

test('a backend assertion is a factor', async ({ page, run, change }) => {
  await change('mfaPolicy=external-then-passkey')
  await run('mfa-external')
  await call(page, 'startFlow')
  expect(await call(page, 'requestAssertion')).toMatchObject({ nextAction: { type: 'passkey:reg' } })
})

test('a code shown on one device adds a passkey on another', async ({
  page,
  browser,
  run,
  change,
  thumbturn,
  username,
}) => {
  await change('crossAuthMethods=otp,otp:email')
  await signUpInPage({ page, run })
  await run('new-device')
  const asked = page.evaluate(
    () =>
      new Promise((asked) =>
        Object.assign(globalThis, {
          ask: async (question: string) => {
            asked(question)
            return false
          },
        }),
      ),
  )
  await call(page, 'requestCodeOnPhone')
  expect(await asked).toMatch(/without the phone/)
  const { code } = (await call(page, 'showCode')) as { code: string }

  const { page: other, device, leave } = await anotherMachine(browser)
  await openSample(other, thumbturn, { name: 'new-device', username })
  await runSample(other)
  await call(other, 'sendCode')
  await other.getByLabel('Code').fill(code)
  await call(other, 'redeemCode')
  expect(await device.passkeys()).toHaveLength(1)
  await leave()
})

/** Waits for the email to that address in the development outbox and returns its code. */
async function codeFor(address: string, service: { command(...args: string[]): unknown }): Promise<string> {
  let code: string | undefined
  await expect
    .poll(() => {
      const messages = service.command('outbox', 'list', 'demo') as { to: string; text: string }[]
      code = messages.map(({ to, text }) => (to === address ? /\b(\d{6})\b/.exec(text)?.[1] : undefined)).find(Boolean)
      return code
    })
    .toBeDefined()
  return code!
}

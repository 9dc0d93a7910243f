import type { Page } from '@playwright/test'
import { recordRequests, withoutAutofill } from '../device.ts'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { alert, auth, openElements, press, said } from './page.ts'

for (const [what, pause] of [
  ['receives the focus', (page: Page) => page.getByRole('heading', { level: 2 }).focus()],
  ['is clicked while it has the focus', (page: Page) => page.getByLabel('Username').focus()],
] as const) {
  test(`autofill that the browser ended is offered again when the field ${what}`, async ({ page, thumbturn }) => {
    const asked = await recordRequests(page)
    await openElements(page, thumbturn.url, { html: auth })
    await expect.poll(asked).toEqual(['conditional'])
    await pause(page)
    await page.evaluate('end()')
    await page.getByLabel('Username').click()
    await expect.poll(asked).toEqual(['conditional', 'conditional'])
    await expect(alert(page)).toBeEmpty()
  })
}

test('autofill is offered again after a passkey that the service rejects', async ({ page, thumbturn, mayLog }) => {
  mayLog(/status of 4/)
  const asked = await recordRequests(page)
  await openElements(page, thumbturn.url, { html: auth })
  await expect.poll(asked).toEqual(['conditional'])
  await page.evaluate(
    'end({ id: "AQID", response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ" } })',
  )
  await expect(alert(page)).not.toBeEmpty()
  await page.getByLabel('Username').click()
  await expect.poll(asked).toEqual(['conditional', 'conditional'])
})

test('autofill yields to a dialog, also of another component, and is offered again once the user closed it', async ({
  page,
  thumbturn,
}) => {
  const asked = await recordRequests(page)
  const other = '<thumbturn-auth id="other" immediate base-url="/apps/demo"></thumbturn-auth>'
  await openElements(page, thumbturn.url, { html: auth + other })
  await expect.poll(asked).toEqual(['conditional'])
  await page.locator('#other').getByRole('button', { name: 'Create an account' }).click()
  await press(page, 'Sign in with a passkey')
  await expect.poll(asked).toEqual(['conditional', 'modal'])
  await page.getByLabel('Username').first().click()
  await page.evaluate('end()')
  await expect.poll(asked).toEqual(['conditional', 'modal', 'conditional'])
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.locator('#other').getByLabel('Username').fill(newName())
  await press(page, 'Sign up with a passkey')
  await expect.poll(asked).toEqual(['conditional', 'modal', 'conditional', 'conditional'])
})

test('an attribute sets how long autofill waits with one challenge', async ({ page, thumbturn }) => {
  const asked = await recordRequests(page)
  await openElements(page, thumbturn.url, { html: auth.replace('>', ' renew-after-ms="100">') })
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(1)
})

test('what a manager returns to a component that was removed signs in no user', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  const asked = await recordRequests(page)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/fido2/v2') && calls.push(new URL(request.url()).pathname))
  await openElements(page, thumbturn.url, { html: auth })
  await press(page, 'Sign in with a passkey')
  await expect.poll(asked).toEqual(['modal'])
  await page.locator('thumbturn-auth').evaluate((element) => element.remove())
  await page.evaluate(
    'end({ id: "AQID", response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ" } })',
  )
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(calls).toEqual(['/apps/demo/fido2/v2/auth/init'])
  expect(await said(page)).toEqual([])
})

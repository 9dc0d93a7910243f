import type { Page } from '@playwright/test'
import { fullBrowser } from '../browser.ts'
import { expect, test } from './fixtures.ts'
import { confirm, expectSent, openAccount, prepare } from './situations.ts'

// Linux has the feature, but not by default. The headless shell lacks it.
const feature = '--enable-features=SecurePaymentConfirmationBrowser'
test.use({ launchOptions: { ...fullBrowser, args: [...fullBrowser.args!, feature] } })
test.skip(/headless.shell/.test(fullBrowser.executablePath!), 'the headless shell has no dialog for payments')

type Answer = 'autoAccept' | 'autoReject' | 'autoChooseToAuthAnotherWay'

/** Answers the browser's dialog for payments. */
async function answerDialog(page: Page, mode: Answer): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setSPCTransactionMode', { mode })
}

/** The content that the passkey signed, and the request that the bank got. */
async function confirmed(page: Page, press: () => Promise<void>) {
  const [call] = await Promise.all([page.waitForRequest('**/tx/complete'), press()])
  const { clientData } = call.postDataJSON() as { clientData: string }
  const { token } = (await (await call.response())!.json()) as { token: string }
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { signed: read(clientData), claims: read(token.split('.')[1]!) }
}

test('the browser shows a transfer in a dialog of its own, and the passkey signs what it showed', async ({
  page,
  bank,
}) => {
  await answerDialog(page, 'autoAccept')
  await openAccount(page)
  await prepare(page, '25,00')
  const { signed, claims } = await confirmed(page, () => confirm(page))
  await expectSent(page)
  expect(signed).toMatchObject({
    type: 'payment.get',
    origin: bank,
    payment: {
      rpId: 'localhost',
      topOrigin: bank,
      total: { currency: 'EUR', value: '25.00' },
      instrument: { displayName: 'Saltmarsh Bank', icon: `${bank}/card.png` },
    },
  })
  expect(claims.confirmedBy).toBe('payment')
})

test('a page that shows another amount in the dialog is detected', async ({ page, mayLog }) => {
  mayLog(/status of 403/)
  await answerDialog(page, 'autoAccept')
  await openAccount(page)
  await page.route('**/tx/init', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.paymentOptions.total.value = '1.00'
    await route.fulfill({ response, json })
  })
  await prepare(page, '20')
  const [answer] = await Promise.all([page.waitForResponse('**/tx/complete'), confirm(page)])
  expect(answer.status()).toBe(403)
})

test('a user who prefers another way confirms the transfer as always', async ({ page }) => {
  await answerDialog(page, 'autoChooseToAuthAnotherWay')
  await openAccount(page)
  await prepare(page, '25,00')
  const { signed, claims } = await confirmed(page, () => confirm(page))
  await expectSent(page)
  expect(signed.type).toBe('webauthn.get')
  expect(claims.confirmedBy).toBeUndefined()
})

test('a closed dialog sends no money', async ({ page }) => {
  await answerDialog(page, 'autoReject')
  await openAccount(page)
  await prepare(page, '25,00')
  await confirm(page)
  await expect(page.getByText('Canceled or timed out')).toBeVisible()
  await answerDialog(page, 'autoAccept')
  await confirm(page)
  await expectSent(page)
})

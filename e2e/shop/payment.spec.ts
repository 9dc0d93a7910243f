import { fullBrowser } from '../browser.ts'
import { expect, test } from './fixtures.ts'
import { confirm, expectOrdered, fillBasket, openWallet, payWithPip } from './situations.ts'

// Linux has the feature, but not by default. The headless shell lacks it.
const feature = '--enable-features=SecurePaymentConfirmationBrowser'
test.use({ launchOptions: { ...fullBrowser, args: [...fullBrowser.args!, feature] } })
test.skip(/headless.shell/.test(fullBrowser.executablePath!), 'the headless shell has no dialog for payments')

test.beforeEach(({ mayLog }) => mayLog(/status of 40[14]/))

test("the browser shows a shop's payment in a dialog of its own", async ({ page, pages }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setSPCTransactionMode', { mode: 'autoAccept' })
  await fillBasket(page)
  await payWithPip(page)
  await openWallet(page)
  const [call] = await Promise.all([page.waitForRequest('**/mfa/passkey/tx'), confirm(page)])
  await expectOrdered(page)
  const { assertionResult } = call.postDataJSON() as { assertionResult: { clientDataJSON: string } }
  const signed = JSON.parse(Buffer.from(assertionResult.clientDataJSON, 'base64url').toString())
  expect(signed).toMatchObject({
    type: 'payment.get',
    origin: pages.wallet,
    payment: {
      payeeName: 'Kiln & Table',
      total: { currency: 'EUR', value: '28.00' },
      instrument: { displayName: 'Pip' },
    },
  })
})

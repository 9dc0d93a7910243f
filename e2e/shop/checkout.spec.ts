import { expect, test } from './fixtures.ts'
import {
  confirm,
  confirmInFrame,
  expectOrdered,
  fillBasket,
  findWalletFrame,
  firstCheckout,
  openWallet,
  payWithPip,
} from './situations.ts'

// The wallet doesn't recognize a new browser (404); a step of a flow that isn't the last returns 401.
test.beforeEach(({ mayLog }) => mayLog(/status of 40[14]/))

test('the first checkout goes to the wallet and back, the second stays in the shop', async ({
  page,
  pages,
  noViolations,
}) => {
  await fillBasket(page)
  await noViolations()
  await payWithPip(page)
  await expect(page).toHaveURL(new RegExp(`^${pages.wallet}/pay#`))
  await expect(page.getByText('€28.00')).toBeVisible()
  await noViolations()
  await expect(page.getByRole('button', { name: 'Confirm with a passkey' })).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await openWallet(page)
  await confirm(page)
  await expectOrdered(page)
  await expect(page).toHaveURL(new RegExp(`^${pages.shop}/orders/K\\d{8}$`))
  await expect(page.getByText('Pip has confirmed €28.00')).toBeVisible()

  await fillBasket(page)
  await expect(page.getByText('one touch will do')).toBeVisible()
  await payWithPip(page)
  await expect(findWalletFrame(page).getByText('€28.00')).toBeVisible()
  await expect(findWalletFrame(page).getByText('Kiln & Table')).toBeVisible()
  await noViolations()
  await confirmInFrame(page)
  await expectOrdered(page)
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.goto(pages.wallet)
  await noViolations()
  await expect(page.getByText('Kiln & Table')).toHaveCount(2)
  await page.reload()
  await expect(page.getByText('Kiln & Table')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeFocused()
})

test('a canceled ceremony and a canceled checkout can be retried', async ({ page, device, mayLog }) => {
  mayLog(/status of 400/)
  await firstCheckout(page)
  await fillBasket(page)
  await payWithPip(page)
  await device.recognizes(false)
  await confirmInFrame(page)
  await expect(findWalletFrame(page).getByText('Canceled or timed out')).toBeVisible()
  await findWalletFrame(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You stopped the payment')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay with Pip' })).toBeFocused()
  await device.recognizes(true)
  await payWithPip(page)
  await device.recognizes(false)
  await confirmInFrame(page)
  await expect(findWalletFrame(page).getByText('Canceled or timed out')).toBeVisible()
  await device.recognizes(true)
  await confirmInFrame(page)
  await expectOrdered(page)
})

test("a customer can choose another payment method from the wallet's frame and page", async ({ page, pages }) => {
  await fillBasket(page)
  await payWithPip(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByText('You chose to pay without Pip')).toBeVisible()
  await payWithPip(page)
  await openWallet(page)
  await confirm(page)
  await expectOrdered(page)
  await fillBasket(page)
  await payWithPip(page)
  await findWalletFrame(page).getByRole('button', { name: 'Pay another way' }).click()
  await page.getByRole('button', { name: 'Pay by invoice' }).click()
  await expectOrdered(page)
  await expect(page.getByText('An invoice for €28.00')).toBeVisible()

  // A customer whose passkey is elsewhere goes to the wallet itself, which still recognizes this browser.
  await fillBasket(page)
  await payWithPip(page)
  await findWalletFrame(page).getByRole('button', { name: 'My passkey is on another device' }).click()
  await expect(page).toHaveURL(new RegExp(`^${pages.wallet}/pay#`))
  await confirm(page)
  await expectOrdered(page)
})

test('a double click confirms a payment once', async ({ page }) => {
  await fillBasket(page)
  await payWithPip(page)
  await openWallet(page)
  const signed: string[] = []
  page.on('request', (request) => request.url().endsWith('/confirmation') && signed.push(request.url()))
  await page.getByRole('button', { name: 'Confirm with a passkey' }).dblclick()
  await expectOrdered(page)
  // The wallet's backend is notified, then the shop's.
  expect(signed).toHaveLength(2)
})

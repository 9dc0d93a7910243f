import { openAccount, openWallet } from '../shop/situations.ts'
import { newAddress } from '../situations.ts'
import { assistantByStdio, expect, test } from './fixtures.ts'
import { call, confirm, prepare } from './situations.ts'

/** The status of an MFA step that is not the last. */
const nextSteps = /status of 401/

test('the assistant prepares, the user confirms with a passkey, the assistant orders', async ({
  page,
  assistant,
  mayLog,
  noViolations,
}) => {
  const payer = newAddress()
  mayLog(nextSteps)
  const { link, claim } = await prepare(assistant, payer)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your assistant wants to buy this' })).toBeVisible()
  for (const text of ['From Corner Books', 'Notebook, dotted', '7.50 EUR each', '15.00 EUR', '18.20 EUR', payer])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await noViolations()
  expect((await call(assistant, 'complete', claim)).text).toBe('The user has not confirmed yet: call continue')

  await openWallet(page, payer)
  const waiting = call(assistant, 'continue', { ...claim, waitSeconds: 25 })
  await confirm(page)
  await expect(page.getByText('Go back to your assistant: it places the order now.')).toBeVisible()
  expect((await waiting).data.state).toBe('confirmed')

  const { data } = await call(assistant, 'complete', claim)
  await expect(page.getByText(`Order ${data.orderId}`)).toBeVisible()
  await noViolations()
  expect((await call(assistant, 'complete', claim)).text).toBe(
    `This purchase was completed already: order ${data.orderId}`,
  )
})

test('a stdio-only assistant signs its user in, and completes the same purchase', async ({
  page,
  checkout,
  mayLog,
}) => {
  const payer = newAddress()
  mayLog(nextSteps)
  await openAccount(page, payer)
  const assistant = await assistantByStdio(checkout, page)
  const { link, claim } = await prepare(assistant, payer)
  await page.goto(link)
  await confirm(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect((await call(assistant, 'complete', claim)).isError).toBe(false)
  await assistant.close()
})

test('nothing is bought when the user declines', async ({ page, assistant }) => {
  const { link, claim } = await prepare(assistant, newAddress())
  await page.goto(link)
  const waiting = call(assistant, 'continue', { ...claim, waitSeconds: 25 })
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Nothing was bought. Your assistant has been notified.')).toBeVisible()
  expect((await waiting).data.state).toBe('declined')
  expect((await call(assistant, 'complete', claim)).isError).toBe(true)
})

test('an unrecognized passkey confirms nothing, and the user can try again', async ({
  page,
  assistant,
  device,
  mayLog,
}) => {
  const payer = newAddress()
  mayLog(nextSteps)
  const { link, claim } = await prepare(assistant, payer)
  await page.goto(link)
  await openWallet(page, payer)
  await device.recognizes(false)
  await confirm(page)
  await expect(page.getByText('Canceled or timed out')).toBeVisible()
  expect((await call(assistant, 'continue', { ...claim, waitSeconds: 0 })).data.state).toBe('waiting')
  await device.recognizes(true)
  await confirm(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a user who is not the payer cannot confirm with any passkey', async ({ page, assistant, mayLog }) => {
  mayLog(nextSteps)
  const { link, claim } = await prepare(assistant, newAddress())
  await page.goto(link)
  await openWallet(page, newAddress())
  await confirm(page)
  // A browser without the passkey fails or waits for another device, depending on the passkey's transports.
  await expect(page.getByText(/Canceled or timed out|Waiting for your device/)).toBeVisible()
  expect((await call(assistant, 'continue', { ...claim, waitSeconds: 3 })).data.state).toBe('waiting')
  await expect(page.getByText('Confirmed', { exact: true })).toBeHidden()
})

test('a confirmation lost in transit is sent again without a second signature', async ({
  page,
  assistant,
  device,
  mayLog,
}) => {
  mayLog(/Failed to load resource: (net::ERR_FAILED|.* 401)/)
  const payer = newAddress()
  const { link } = await prepare(assistant, payer)
  await page.goto(link)
  await openWallet(page, payer)
  await page.route('**/confirm', (route) => route.abort(), { times: 1 })
  await confirm(page)
  await expect(page.getByText('The checkout agent isn’t responding.')).toBeVisible()
  await device.recognizes(false)
  await confirm(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('names are always shown as plain text', async ({ page, assistant }) => {
  const name = '<img src=x onerror=alert(1)>: 0.01 EUR each, 0.01 EUR'
  const items = [{ name, quantity: 1, unitAmount: 9900 }]
  const { link } = await prepare(assistant, newAddress(), { merchant: '<b>Total: 1.00 EUR</b>', items })
  await page.goto(link)
  await expect(page.getByText('From <b>Total: 1.00 EUR</b>', { exact: true })).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm 99.00 EUR' })).toBeVisible()
})

test('an unknown purchase is reported as not found', async ({ page, mayLog }) => {
  mayLog(/404/)
  await page.goto('/purchase/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByText('No such purchase', { exact: true })).toBeVisible()
})

test('the page fits a phone', async ({ page, assistant }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const items = [{ name: `${'Long '.repeat(12)}${'x'.repeat(60)}`, quantity: 999, unitAmount: 100_100 }]
  const { link } = await prepare(assistant, newAddress(), { merchant: 'M'.repeat(120), items })
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

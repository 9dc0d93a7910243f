import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { anotherMachine } from '../device.ts'
import { expect, test } from './fixtures.ts'
import { confirm, expectSent, goTo, openAccount, prepare } from './situations.ts'

async function expectBalance(page: Page, balance: string): Promise<void> {
  await goTo(page, 'Account')
  await expect(page.getByText(balance, { exact: true })).toBeVisible()
}

test('a transfer is sent once a passkey has signed it, and a replayed confirmation is rejected', async ({
  page,
  mayLog,
  noViolations,
}) => {
  mayLog(/status of 409/)
  await openAccount(page)
  await prepare(page, '25,00')
  await noViolations()
  await confirm(page)
  await expectSent(page)
  await page.getByRole('button', { name: 'Try to replay it' }).click()
  await expect(page.getByText('Rejected: no transfer is waiting for confirmation')).toBeVisible()
  await noViolations()
  await expectBalance(page, '€1,835.05')
  await expect(page.getByText('−€25.00')).toHaveCount(1)
})

test('a signature over another amount moves no money, and a correct one afterward does', async ({ page, mayLog }) => {
  mayLog(/status of 403/)
  await openAccount(page)
  await prepare(page, '20')
  await page.getByText('What is signed').click()
  await page.getByLabel('Play the thief').check({ force: true })
  await expect(page.getByText('"pay": "200.00"')).toBeVisible()
  await confirm(page)
  await expect(page.getByText('Rejected: another transfer was signed')).toBeVisible()
  await page.getByLabel('Play the thief').uncheck({ force: true })
  await confirm(page)
  await expectSent(page)
  await expectBalance(page, '€1,840.05')
})

test('a page that changes the amount before signing is detected', async ({ page, mayLog }) => {
  mayLog(/status of 403/)
  await openAccount(page)
  await page.route('**/tx/init', async (route) => {
    const body = route.request().postDataJSON() as { txPayload: string }
    await route.continue({ postData: JSON.stringify({ ...body, txPayload: body.txPayload.replace('20.00', '1.00') }) })
  })
  await prepare(page, '20')
  await confirm(page)
  await expect(page.getByText('Rejected: another transfer was signed')).toBeVisible()
  await expectBalance(page, '€1,860.05')
})

test('a confirmation that waits for the device can be stopped, and the same transfer confirmed afterward', async ({
  page,
  device,
}) => {
  await openAccount(page)
  await prepare(page, '10')
  await device.touched(false)
  await confirm(page)
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(page.getByText('Canceled or timed out')).toBeVisible()
  await device.touched(true)
  await confirm(page)
  await expectSent(page)
})

test('a closed dialog changes nothing, and the same transfer can be confirmed afterward', async ({ page, device }) => {
  await openAccount(page)
  await prepare(page, '10')
  await device.recognizes(false)
  await confirm(page)
  await expect(page.getByText('Canceled or timed out')).toBeVisible()
  await device.recognizes(true)
  await confirm(page)
  await expectSent(page)
  await expectBalance(page, '€1,850.05')
})

test("neither a sign-in token nor another customer's confirmation moves money", async ({
  page,
  browser,
  bank,
  mayLog,
}) => {
  mayLog(/status of 40[139]/)
  await openAccount(page)
  const other = await anotherMachine(browser, bank)
  await openAccount(other.page)
  const attempts = await page.evaluate(tryToPay)
  expect(attempts).toEqual({
    withoutToken: [401, 'token_missing'],
    signInToken: [403, 'transaction_missing'],
    grantToken: [401, 'token_wrong_type'],
  })
  // Another customer's number, before that customer has confirmed it.
  const given = other.page.waitForResponse('**/api/transfers')
  await prepare(other.page, '10')
  const { nonce } = (await (await given).json()) as { nonce: string }
  expect(await page.evaluate(confirmAs, nonce)).toEqual([409, 'not_waiting'])
  await expectBalance(page, '€1,860.05')
  await other.leave()
})

/** Runs in the page: backend calls that the customer's page never makes. */
async function tryToPay() {
  const cookie = /thumbturn_bank_token=([^;]+)/.exec(document.cookie)![1]!
  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const result = await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: result.status, said: await result.json() }
  }
  const wish = { payee: '55120094', name: 'Grace', cents: 100, reference: '' }
  const { nonce } = (await call('/transfers', wish, cookie)).said
  const { token: grant } = (await call('/passkeys/grant', {}, cookie)).said
  const verdict = ({ status, said }: { status: number; said: { code: string } }) => [status, said.code]
  return {
    withoutToken: verdict(await call('/transfers', wish)),
    signInToken: verdict(await call(`/transfers/${nonce}/confirm`, { token: cookie }, cookie)),
    grantToken: verdict(await call('/transfers', wish, grant)),
  }
}

/** Runs in the page: confirms a number that the bank gave to another customer. */
async function confirmAs(nonce: string) {
  const token = /thumbturn_bank_token=([^;]+)/.exec(document.cookie)![1]!
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ token })
  const result = await fetch(`/api/transfers/${nonce}/confirm`, { method: 'POST', headers, body })
  return [result.status, (await result.json()).code]
}

test('only the latest ten transfers that a customer prepared wait, and those of other customers stay', async ({
  page,
  browser,
  bank,
  mayLog,
}) => {
  mayLog(/status of 40[39]/)
  await openAccount(page)
  const other = await anotherMachine(browser, bank)
  await openAccount(other.page)
  const [theirs] = await other.page.evaluate(prepareTransfers, 1)
  const [first, second] = await page.evaluate(prepareTransfers, 11)
  expect(await page.evaluate(confirmAs, first!)).toEqual([409, 'not_waiting'])
  expect(await page.evaluate(confirmAs, second!)).toEqual([403, 'transaction_missing'])
  expect(await other.page.evaluate(confirmAs, theirs!)).toEqual([403, 'transaction_missing'])
  await other.leave()
})

/** Runs in the page: prepares transfers one after the other, and returns their numbers. */
async function prepareTransfers(count: number) {
  const token = /thumbturn_bank_token=([^;]+)/.exec(document.cookie)![1]!
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ payee: '55120094', name: 'Grace', cents: 100, reference: '' })
  const nonces: string[] = []
  for (let index = 0; index < count; index += 1) {
    const response = await fetch('/api/transfers', { method: 'POST', headers, body })
    nonces.push((await response.json()).nonce)
  }
  return nonces
}

test('money sent to another customer arrives', async ({ page, browser, bank }) => {
  await openAccount(page)
  const other = await anotherMachine(browser, bank)
  await openAccount(other.page)
  const account = await other.page.getByText(/^\d{8}$/).innerText()
  await prepare(page, '60', account)
  await confirm(page)
  await expectSent(page)
  await other.page.reload()
  await expectBalance(other.page, '€1,920.05')
  await other.leave()
})

test('only one of several parallel calls opens an account, and its money stays with its customer', async ({
  page,
  thumbturn,
}) => {
  await page.route('**/api/customers', async (route) => {
    const [response] = await Promise.all(Array.from({ length: 6 }, () => route.fetch()))
    await route.fulfill({ response })
  })
  await openAccount(page)
  const books = new DatabaseSync(join(thumbturn.data, 'demos/bank.db'), { readOnly: true })
  const lost = books.prepare(
    'SELECT DISTINCT account FROM movements WHERE account NOT IN (SELECT account FROM customers)',
  )
  expect(lost.all()).toEqual([])
  books.close()
})

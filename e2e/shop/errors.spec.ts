import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectOrdered, fillBasket, findWalletFrame, firstCheckout, payWithPip } from './situations.ts'

type Answer = { status: number; body: { code?: string; order?: string; request?: string } }

/** A call to the shop's backend from its page, with its session. */
const ask = (page: Page, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { method: 'POST' }
      const result = await fetch(`/api${path}`, init)
      return { status: result.status, body: await result.json() }
    },
    [path, body] as const,
  )

const mugs = (quantity: number) => ({ items: [{ id: 'morning-mug', quantity }] })

test.beforeEach(({ mayLog }) => mayLog(/status of 40[0-9]/))

test('a signature for one order pays once, and for no other amount or order', async ({ page }) => {
  const signed = page.waitForRequest(/\/confirmation$/).then((request) => request.postDataJSON())
  const paid = page.waitForRequest((request) => /\/api\/checkouts\/K\d+\/confirmation$/.test(request.url()))
  await firstCheckout(page)
  const { payloadSignature } = (await signed) as { payloadSignature: string }
  const order = /K\d+/.exec((await paid).url())![0]

  const dearer = await ask(page, '/checkouts', mugs(5))
  const same = await ask(page, '/checkouts', mugs(1))
  for (const { body } of [dearer, same]) {
    const rejection = await ask(page, `/checkouts/${body.order}/confirmation`, { payloadSignature })
    expect(rejection).toMatchObject({ status: 403, body: { code: 'transaction_wrong_payload' } })
  }
  const again = await ask(page, `/checkouts/${order}/confirmation`, { payloadSignature })
  expect(again).toMatchObject({ status: 404, body: { code: 'no_such_checkout' } })

  const [header, claims, signature] = payloadSignature.split('.') as [string, string, string]
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const content = said.content.replace(/"amount":"[^"]*"/, '"amount":"0.01"')
  const forged = Buffer.from(JSON.stringify({ ...said, content })).toString('base64url')
  for (const token of [`${header}.${forged}.${signature}`, 'no.token.atall']) {
    const rejection = await ask(page, `/checkouts/${same.body.order}/confirmation`, { payloadSignature: token })
    expect(rejection.status).toBe(401)
  }
})

test('a wallet access token is not a payment, and another browser cannot join the checkout', async ({
  page,
  browser,
  baseURL,
}) => {
  // The page leaves as soon as it has the tokens, and a response of a page that was left can't be read any more.
  const { promise, resolve } = Promise.withResolvers<{ accessToken: string; payloadSignature: string }>()
  await page.route(/\/mfa\/passkey\/tx$/, async (route) => {
    const response = await route.fetch()
    resolve(await response.json())
    await route.fulfill({ response })
  })
  await firstCheckout(page)
  const { accessToken, payloadSignature } = await promise
  const { body } = await ask(page, '/checkouts', mugs(1))
  const path = `/checkouts/${body.order}/confirmation`
  expect(await ask(page, path, { payloadSignature: accessToken })).toMatchObject({
    status: 401,
    body: { code: 'token_wrong_type' },
  })
  const context = await browser.newContext({ baseURL })
  const attacker = await context.newPage()
  await attacker.goto('/')
  for (const [what, sent] of [
    [path, { payloadSignature }],
    [`/checkouts/${body.order}/invoice`, undefined],
  ] as const)
    expect(await ask(attacker, what, sent)).toMatchObject({ status: 404, body: { code: 'no_such_checkout' } })
  await context.close()
})

test('a cookie that an attacker planted gives no access to the checkout of its browser', async ({ page, request }) => {
  await page.goto('/')
  const planted = 'A'.repeat(22)
  await page.context().addCookies([{ name: 'kiln_session', value: planted, url: page.url() }])
  const { body } = await ask(page, '/checkouts', mugs(1))
  const invoice = `/api/checkouts/${body.order}/invoice`
  for (const cookie of [`kiln_session=${planted}`, `kiln_${body.order}=${planted}`])
    expect((await request.post(invoice, { headers: { cookie } })).status(), cookie).toBe(404)
  expect((await ask(page, `/checkouts/${body.order}/invoice`)).status).toBe(200)
})

test('the wallet prepares nothing for unknown callers, nothing it does not show, and returns only to the shop', async ({
  page,
  pages,
  thumbturn,
}) => {
  const key = readFileSync(`${thumbturn.data}/demos/merchant-shop.key`, 'utf8')
  const text = { merchant: 'Kiln & Table', order: 'K1', amount: '28.00', currency: 'EUR', nonce: 'n'.repeat(22) }
  const returnUrl = `${pages.shop}/checkout`
  const prepare = async (given: { key?: string; text?: object; payload?: string; returnUrl?: string }) => {
    const payload = given.payload ?? JSON.stringify(given.text ?? text)
    const result = await page.request.post(`${pages.wallet}/api/payments`, {
      headers: { authorization: `Bearer ${given.key ?? key}` },
      data: { payload, returnUrl: given.returnUrl ?? returnUrl },
    })
    return result.status()
  }
  const payment = {
    payeeName: text.merchant,
    total: { currency: 'EUR', value: '28.00' },
    instrument: { displayName: 'Pip', icon: `${pages.wallet}/card.png` },
  }
  expect(await prepare({})).toBe(201)
  expect(await prepare({ text: { ...text, payment } })).toBe(201)
  expect(await prepare({ key: 'k'.repeat(43) })).toBe(401)
  for (const given of [
    { text: { ...text, merchant: 'Another shop' } },
    { text: { ...text, tip: '5.00' } },
    { text: { ...text, payment: { ...payment, total: { currency: 'EUR', value: '2.80' } } } },
    { text: { ...text, payment: { ...payment, payeeName: 'Another shop' } } },
    { text: { ...text, amount: '-28.00' } },
    { text: { ...text, amount: 28 } },
    { text: { ...text, currency: 'eur' } },
    { payload: 'Pay 28.00 EUR' },
    { payload: '[]' },
    { returnUrl: 'https://evil.example/checkout' },
    { returnUrl: `${returnUrl}?more` },
    { returnUrl: returnUrl.replace('//', '//evil.example@') },
  ])
    expect(await prepare(given), JSON.stringify(given)).toBe(400)
})

test('a page of another origin can neither embed the wallet nor talk to its frame', async ({ page, pages, mayLog }) => {
  const fetchPolicy = async (path: string) =>
    (await page.request.get(pages.wallet + path)).headers()['content-security-policy']
  expect(await fetchPolicy('/frame')).toContain(`frame-ancestors ${pages.shop};`)
  expect(await fetchPolicy('/pay')).toContain("frame-ancestors 'none';")

  await firstCheckout(page)
  await fillBasket(page)
  await payWithPip(page)
  await expect(findWalletFrame(page).getByText('€28.00')).toBeVisible()
  // A window that is not the frame's parent speaks the protocol, with a port of its own.
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void open('about:blank'))])
  const heard = await popup.evaluate(async (wallet) => {
    const { port1, port2 } = new MessageChannel()
    const channel = 'application/x-thumbturn-v1+json'
    const said: unknown[] = []
    port1.onmessage = ({ data }) => said.push(data)
    addEventListener('message', ({ data }) => said.push(data))
    opener.frames[0].postMessage({ channel, type: 'handshake', nonce: 'A'.repeat(22) }, wallet, [port2])
    port1.postMessage({ channel, type: 'message', id: 1, method: 'sign_transaction', params: { request: 'x' } })
    // Messages are handled in order, so a reply means the earlier ones were handled.
    await new Promise((resolve) => setTimeout(resolve, 300))
    return said
  }, pages.wallet)
  expect(heard).toEqual([])
  await popup.close()
  await findWalletFrame(page).getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expectOrdered(page)

  // A page of another site can't show the wallet.
  mayLog(/frame-ancestors/)
  const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(framing(pages.wallet)))
  await once(evil.listen(0, 'localhost'), 'listening')
  const blockedRequest = page.waitForEvent('requestfailed', (request) => request.url() === `${pages.wallet}/frame`)
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`)
  expect((await blockedRequest).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
  evil.close()
})

const framing = (wallet: string) =>
  `<!doctype html><title>Evil</title><link rel="icon" href="data:,"><iframe src="${wallet}/frame">`

test('a page on another port of the same site orders nothing for its visitors', async ({ page, baseURL }) => {
  await page.goto('/')
  const { body } = await ask(page, '/checkouts', mugs(1))
  const invoice = `/checkouts/${body.order}/invoice`
  const title = '<!doctype html><title>Evil</title><link rel="icon" href="data:,">'
  const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(title))
  await once(evil.listen(0, 'localhost'), 'listening')
  const tab = await page.context().newPage()
  await tab.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`)
  const sending = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const
  await tab.evaluate(([target, sending]) => fetch(target, sending).then(() => {}), [
    `${baseURL}/api${invoice}`,
    sending,
  ] as const)
  // Only now is it ordered.
  expect((await ask(page, invoice)).status).toBe(200)
  evil.close()
})

test('a response that this tab did not wait for orders nothing', async ({ page }) => {
  await fillBasket(page)
  const said = Buffer.from(JSON.stringify({ state: 'A'.repeat(22), payloadSignature: 'p.p.p' })).toString('base64url')
  await page.goto(`/checkout#thumbturn-checkout=${said}`)
  await page.reload()
  await expect(page.getByText('This payment was not begun here')).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
})

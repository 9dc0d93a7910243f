import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, type Page } from '@playwright/test'

let people = 0

/** A username that no other test uses. */
export const somebody = () => `ada-${process.pid}-${++people}@example.com`

/** A tool's answer: its text, and its structured content. */
export type Told = { isError: boolean; text: string; data: Record<string, string> }

export async function call(assistant: Client, name: string, args: Record<string, unknown>): Promise<Told> {
  const { isError, content, structuredContent } = await assistant.callTool({ name, arguments: args })
  const [first] = content as { text?: string }[]
  return {
    isError: isError === true,
    text: first?.text ?? '',
    data: (structuredContent ?? {}) as Record<string, string>,
  }
}

/** The assistant prepares the purchase of two notebooks and a pen, 18.20 EUR. */
export async function prepare(assistant: Client, payer: string, changed: object = {}) {
  const items = [
    { name: 'Notebook, dotted', quantity: 2, unitAmount: 750 },
    { name: 'Pen', quantity: 1, unitAmount: 320 },
  ]
  const wish = { merchant: 'Corner Books', payer, currency: 'EUR', items, ...changed }
  const { data } = await call(assistant, 'initiate', wish)
  const { purchaseId, handle, link } = data as Record<'purchaseId' | 'handle' | 'link', string>
  return { link, claim: { purchaseId, handle } }
}

/** Opens a wallet on the page of a purchase; ends where it can be confirmed. */
export async function openWallet(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a wallet' }).click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a long enough one')
  await page.getByRole('button', { name: 'Open, and create a passkey' }).click()
  await expect(page.getByText('Your passkey is ready')).toBeVisible()
}

export const confirm = (page: Page) => page.getByRole('button', { name: /^Confirm / }).click()

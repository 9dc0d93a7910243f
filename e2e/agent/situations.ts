import type { Client } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'

/** A tool's result: its text and its structured content. */
export type ToolResult = { isError: boolean; text: string; data: Record<string, string> }

export async function call(assistant: Client, name: string, args: Record<string, unknown>): Promise<ToolResult> {
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

export const confirm = (page: Page) => page.getByRole('button', { name: /^Confirm / }).click()

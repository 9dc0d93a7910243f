import { z } from 'zod'
import { computeTotal, isCurrency } from './amounts.ts'

const most = { items: 50, quantity: 999, amount: 100_000_000, name: 120, username: 256 }

/**
 * Characters that a line can't contain: line breaks, controls, and direction changes (Unicode categories C, Zl, and
 * Zp); invisible characters (Default_Ignorable_Code_Point, the blank Braille pattern), except for emoji variation
 * selectors; and stacks of combining marks, which would cover adjacent lines.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\p{M}{5}/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** One line without invisible or deceptive characters. */
const line = (longest: number, what: string) =>
  z
    .string()
    .max(longest)
    .describe(`${what}; one line of at most ${longest} characters`)
    .refine((text) => visible.test(text) && !hidden.test(text), {
      error: 'must be one line of visible text, without control characters',
    })
    .transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))

const Item = z.strictObject({
  name: line(most.name, 'What is bought'),
  quantity: z.int().min(1).max(most.quantity).describe('How many'),
  unitAmount: z
    .int()
    .min(0)
    .max(most.amount)
    .describe('The price of one, in the minor unit of the currency: 1250 is 12.50 EUR, or 1,250 JPY'),
})

/** The input of `initiate`. It has no total, because the server computes it. */
export const Wish = z
  .strictObject({
    merchant: line(most.name, 'Whom it is bought from'),
    payer: line(most.username, "The person's username in the wallet, who will be asked to confirm"),
    currency: z
      .string()
      .refine(isCurrency, { error: 'must be a currency code of ISO 4217 in capitals, such as EUR' })
      .describe('ISO 4217 code of all amounts, such as EUR'),
    items: z.array(Item).min(1).max(most.items).describe('What is bought, 1 to 50 lines'),
  })
  .refine(({ items }) => computeTotal(items) >= 1 && computeTotal(items) <= most.amount, {
    error: `the total must be from 1 to ${most.amount} in the minor unit`,
    path: ['items'],
  })

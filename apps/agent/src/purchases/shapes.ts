import { z } from 'zod'
import { computeTotal, isCurrency } from './amounts.ts'

const maxItems = { items: 50, quantity: 999, amount: 100_000_000, name: 120, username: 256 }

/**
 * Characters that a line can't contain: line breaks, controls, and direction changes (Unicode categories C, Zl, and
 * Zp); invisible characters (Default_Ignorable_Code_Point, the blank Braille pattern), except for emoji variation
 * selectors; and stacks of combining marks, which would cover adjacent lines.
 */
const hiddenCharacters = /[\p{C}\p{Zl}\p{Zp}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\p{M}{5}/u
const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** One line without invisible or deceptive characters. */
const Line = (longest: number, what: string) =>
  z
    .string()
    .max(longest)
    .describe(`${what}; one line of at most ${longest} characters`)
    .refine((text) => isVisible.test(text) && !hiddenCharacters.test(text), {
      error: 'must be one line of visible text, without control characters',
    })
    .transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))

const Item = z.strictObject({
  name: Line(maxItems.name, 'What is bought'),
  quantity: z.int().min(1).max(maxItems.quantity).describe('How many'),
  unitAmount: z
    .int()
    .min(0)
    .max(maxItems.amount)
    .describe('The price of one, in the minor unit of the currency: 1250 is 12.50 EUR, or 1,250 JPY'),
})

/** The input of `initiate`. It has no total, because the server computes it. */
export const PurchaseInput = z
  .strictObject({
    merchant: Line(maxItems.name, 'Whom it is bought from'),
    payer: Line(maxItems.username, "The user's username in the wallet, who will be asked to confirm"),
    currency: z
      .string()
      .refine(isCurrency, { error: 'must be a currency code of ISO 4217 in capitals, such as EUR' })
      .describe('ISO 4217 code of all amounts, such as EUR'),
    items: z.array(Item).min(1).max(maxItems.items).describe('What is bought, 1 to 50 lines'),
  })
  .refine(({ items }) => computeTotal(items) >= 1 && computeTotal(items) <= maxItems.amount, {
    error: `the total must be from 1 to ${maxItems.amount} in the minor unit`,
    path: ['items'],
  })

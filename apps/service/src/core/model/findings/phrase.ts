import {
  type AdviceCode,
  type FindingCode,
  findingAdvice,
  findingTexts,
  type ValueNames,
} from '@thumbturn/contract/vocabulary/finding-texts.ts'

/** A text in English, and the code and values from which others write it in another language. */
export type Phrase = { text: string; code: string; values: Readonly<Record<string, string | number>> }

/** The values that a text needs. */
type Values<Text extends string> = [ValueNames<Text>] extends [never]
  ? []
  : [values: Readonly<Record<ValueNames<Text>, string | number>>]

/** The text of a finding. */
export const say = <Code extends FindingCode>(code: Code, ...[values]: Values<(typeof findingTexts)[Code]>): Phrase =>
  fill(findingTexts[code], code, values)

/** The text of its advice. */
export const advise = <Code extends AdviceCode>(
  code: Code,
  ...[values]: Values<(typeof findingAdvice)[Code]>
): Phrase => fill(findingAdvice[code], code, values)

const fill = (template: string, code: string, values: Phrase['values'] = {}): Phrase => ({
  text: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  code,
  values,
})

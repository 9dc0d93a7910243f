import { inLanguage } from './in-language.ts'

const inFormat = (options?: Intl.NumberFormatOptions) =>
  inLanguage((language) => new Intl.NumberFormat(language, options))

const plain = inFormat()
const compact = inFormat({ notation: 'compact', maximumFractionDigits: 1 })
const percent = inFormat({ style: 'percent', maximumFractionDigits: 1 })
const wholePercent = inFormat({ style: 'percent', maximumFractionDigits: 0 })
const oneDigit = inFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count with separators: 12,345. */
export const formatCount = (count: number): string => plain().format(count)

/** A count that is short from 10,000 on: 12.3K. */
export const formatBriefly = (count: number): string => (count < 10_000 ? formatCount(count) : compact().format(count))

/** A share from 0 to 1: 97.3%. What isn't everything or nothing never looks like it. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return `<${percent().format(0.001)}`
  if (share < 1 && share >= 0.9995) return `>${percent().format(0.999)}`
  return percent().format(share)
}

/** A duration: 640 ms, 1.9 s, 2 min 5 s. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${oneDigit().format(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** How a number changed: "+12%"; undefined if there was next to nothing before. */
export function describeChange(now: number, before: number): string | undefined {
  if (before === 0 || now >= before * 10) return undefined
  const change = now / before - 1
  const text = wholePercent().format(Math.abs(change))
  if (Math.abs(change) < 0.005) return `±${text}`
  return `${change > 0 ? '+' : '−'}${text}`
}

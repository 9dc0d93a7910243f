import type { AuditEntry, AuditValues } from './entry.ts'

/** Whether an entry contains each word of the text, in any case; without a text, every entry does. */
export function createTextFilter(text = ''): (entry: AuditEntry) => boolean {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean)
  return (entry) => {
    if (words.length === 0) return true
    const content = joinTexts(entry).toLowerCase()
    return words.every((word) => content.includes(word))
  }
}

/** Everything that a reader sees of an entry. */
const joinTexts = ({ actorId, actorName, action, application, target, before, after, address }: AuditEntry): string =>
  [actorId, actorName, action, application, target, address, ...listTexts(before), ...listTexts(after)].join('\n')

const listTexts = (values: AuditValues = {}): string[] =>
  Object.entries(values).flatMap(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

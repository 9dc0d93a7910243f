import type { ExtractorType } from '@lingui/conf'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { RegistryEntry } from '@thumbturn/contract/vocabulary/registry-entry.ts'
import { errorTexts } from '../src/common/service-texts/errors.ts'
import { noticeTexts } from '../src/common/service-texts/notices.ts'
import { checkTexts, reasonTexts } from '../src/common/service-texts/reasons.ts'

/** The files with texts of the service, and the texts of each. Every text is the key of its translation. */
const sources: Readonly<Record<string, () => readonly string[]>> = {
  'event-registry.ts': listRegistryTexts,
  'service-texts/errors.ts': () => errorTexts,
  'service-texts/notices.ts': () => noticeTexts,
  'service-texts/reasons.ts': () => [...reasonTexts, ...Object.values(checkTexts)],
}

/** Extracts the texts of the service for catalogs. */
export const serviceTexts: ExtractorType = {
  match: (filename) => findSource(filename) !== undefined,
  extract(filename, _code, onMessageExtracted) {
    for (const text of new Set(findSource(filename)?.()))
      onMessageExtracted({ id: text, message: text, origin: [filename, 1] })
  },
}

const findSource = (filename: string) => Object.entries(sources).find(([end]) => filename.endsWith(`/${end}`))?.[1]

/** The summaries of events, and the descriptions of their facts. */
function listRegistryTexts(): string[] {
  const entries: RegistryEntry[] = Object.values(eventRegistry)
  const facts = entries.flatMap(({ detail, personal }) => Object.values({ ...detail, ...personal }))
  return [...entries.map(({ summary }) => summary), ...facts]
}

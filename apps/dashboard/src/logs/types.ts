import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type EventType, eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { RegistryEntry } from '@thumbturn/contract/vocabulary/registry-entry.ts'
import { translate } from '../common/service-texts/translate.ts'
import { inLanguage } from '../ui/in-language.ts'

const registry: Readonly<Record<string, RegistryEntry | undefined>> = eventRegistry

/** A value of the type filter: one type, or the beginning of several. */
export type TypeChoice = { value: string; summary: string; count: number }

/** Every type, and before them the beginnings that several types share. */
const typeChoices = inLanguage(() => listChoices(Object.keys(eventRegistry) as EventType[]))

function listChoices(types: readonly EventType[]): TypeChoice[] {
  const beginnings = Map.groupBy(types.flatMap(listBeginnings), (beginning) => beginning)
  const shared = [...beginnings].filter(([, { length }]) => length > 1)
  const groups = shared.map(([value, { length }]) => ({
    value,
    summary: i18n._(msg`All ${{ count: length }} types`),
    count: length,
  }))
  const single = types.map((value) => ({ value, summary: translate(eventRegistry[value].summary).text, count: 1 }))
  return [...groups, ...single].sort((one, other) => (one.value < other.value ? -1 : 1))
}

/** `fido2.passkey` and `fido2.passkey.auth` of `fido2.passkey.auth.success`. */
function listBeginnings(type: string): string[] {
  const parts = type.split('.')
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('.'))
}

/** The choices that contain every word, in their name or description. */
export function findTypes(text: string): readonly TypeChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return typeChoices().filter(({ value, summary }) => {
    const searched = `${value} ${value.replaceAll(/[._]/g, ' ')} ${summary}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** The names of facts that an event can have, with what each is. */
export const factDescriptions = inLanguage(
  (): ReadonlyMap<string, string> =>
    new Map(
      Object.values(registry)
        .flatMap((entry) => Object.entries({ ...entry?.detail, ...entry?.personal }))
        .map(([name, text]) => [name, translate(text).text]),
    ),
)

/** Describes a fact of an event of this type; undefined if this page is older than the service. */
export function describeFact(type: string, name: string): string | undefined {
  const entry = registry[type]
  const text = entry?.detail[name] ?? entry?.personal?.[name]
  return text === undefined ? undefined : translate(text).text
}

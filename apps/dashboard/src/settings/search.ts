import { i18n } from '@lingui/core'
import type { FieldName } from './field-texts.ts'
import { type Section, sections } from './sections.ts'
import { findTexts } from './texts.ts'

/** The sections with the fields that match every word, by label, help, choice, or name in the API. */
export function searchSections(query: string): readonly Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  return sections
    .map((section) => filterFields(section, (name) => matches(`${i18n._(section.title)} ${describe(name)}`, words)))
    .filter(({ fields, advanced }) => fields.length + advanced.length > 0)
}

const filterFields = (section: Section, isFound: (name: FieldName) => boolean): Section => ({
  ...section,
  fields: section.fields.filter(isFound),
  advanced: section.advanced.filter(isFound),
})

const matches = (text: string, words: readonly string[]) => words.every((word) => text.toLowerCase().includes(word))

function describe(name: FieldName): string {
  const { label, help, choices = {} } = findTexts(name)
  return [label, help, name, ...Object.values(choices).map((choice) => choice.name)].join(' ')
}

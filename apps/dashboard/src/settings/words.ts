import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import type { FieldName } from './field-texts.ts'
import { findTexts } from './texts.ts'
import { countUnits, nameUnit, type Unit } from './units.ts'

/** A choice as it is shown. */
export const nameChoice = (field: FieldName, value: string | number): string =>
  findTexts(field).choices?.[value]?.name ?? String(value)

/** The consequence of a choice; undefined if its name says it. */
export const explainChoice = (field: FieldName, value: string | number): string | undefined =>
  findTexts(field).choices?.[value]?.help

/** A number of a unit in words. */
export const formatNumber = (value: number, unit: Unit | undefined): string =>
  unit === undefined ? value.toLocaleString(i18n.locale) : countUnits(value, unit)

/** The unit after a number. */
export function formatUnit(field: FieldName, value: unknown): string | undefined {
  const { unit } = findTexts(field)
  return unit && nameUnit(Number(value), unit)
}

/** Whether a text or a list has nothing in it. */
export const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** A value in a few words. */
export function formatValue(field: FieldName, value: unknown): string {
  if (typeof value === 'boolean') return value ? i18n._(msg`On`) : i18n._(msg`Off`)
  if (typeof value === 'number') return formatNumber(value, findTexts(field).unit)
  const parts = (Array.isArray(value) ? value : [value]) as unknown[]
  const named = parts.filter((part) => part !== '' && part !== undefined).map((part) => nameChoice(field, String(part)))
  return named.length === 0 ? i18n._(msg`None`) : formatList(named)
}

/** Texts as a list within a sentence. */
export const formatList = (texts: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { style: 'narrow' }).format(texts)

/** A message of the service with the labels of settings in place of their names in the API, which have a capital letter. */
export const nameSettings = (message: string, names: readonly FieldName[]): string =>
  names
    .filter((name) => /[A-Z]/.test(name))
    .reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `“${findTexts(name).label}”`), message)

/** How many advanced settings a section has, and how many of them differ from their defaults. */
export function describeAdvanced(count: number, changed: number): string {
  if (changed === 0)
    return i18n._(msg`${plural({ count }, { one: '# advanced setting', other: '# advanced settings' })}`)
  return i18n._(
    msg`${plural({ count }, { one: '# advanced setting', other: '# advanced settings' })}, ${plural({ changed }, { one: '# changed', other: '# changed' })}`,
  )
}

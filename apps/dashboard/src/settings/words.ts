import { countUnits, formatDuration } from './durations.ts'
import { type FieldName, type Unit, units } from './field-texts.ts'
import { findTexts } from './texts.ts'

/** A choice as it is shown. */
export const nameChoice = (field: FieldName, value: string | number): string =>
  findTexts(field).choices?.[value]?.name ?? String(value)

/** The consequence of a choice; undefined if its name says it. */
export const explainChoice = (field: FieldName, value: string | number): string | undefined =>
  findTexts(field).choices?.[value]?.help

/** A number of a unit in words. */
export const formatNumber = (value: number, unit: Unit | undefined): string => {
  if (unit === undefined) return value.toLocaleString('en')
  return unit === 'seconds' ? formatDuration(value) : countUnits(value, units[unit])
}

/** The unit after a number. */
export function formatUnit(field: FieldName, value: unknown): string | undefined {
  const { unit } = findTexts(field)
  return unit && units[unit][value === 1 ? 'one' : 'other']
}

/** Whether a text or a list has nothing in it. */
export const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** A value in a few words. */
export function formatValue(field: FieldName, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return formatNumber(value, findTexts(field).unit)
  const parts = (Array.isArray(value) ? value : [value]) as unknown[]
  const named = parts.filter((part) => part !== '' && part !== undefined).map((part) => nameChoice(field, String(part)))
  return named.length === 0 ? 'None' : named.join(', ')
}

/** A message of the service with the labels of settings in place of their names in the API, which have a capital letter. */
export const nameSettings = (message: string, names: readonly FieldName[]): string =>
  names
    .filter((name) => /[A-Z]/.test(name))
    .reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `“${findTexts(name).label}”`), message)

/** How many advanced settings a section has, and how many of them differ from their defaults. */
export function describeAdvanced(count: number, changed: number): string {
  const all = count === 1 ? '1 advanced setting' : `${count} advanced settings`
  return changed === 0 ? all : `${all}, ${changed} changed`
}

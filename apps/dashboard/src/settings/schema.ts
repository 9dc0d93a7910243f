import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import {
  ApplicationSettings,
  defaultSettings,
  postQuantumAlgorithms,
} from '@thumbturn/contract/vocabulary/application-settings.ts'
import {
  type Choice,
  type Field,
  type FieldSchema,
  findProblem as findMismatch,
  toField,
  toggleChoice as toggle,
} from '../common/fields/field.ts'
import type { FieldName, Property, SettingName } from './field-texts.ts'
import { findTexts } from './texts.ts'
import { formatNumber } from './words.ts'

/** The names of all settings. */
export const settingNames = Object.keys(defaultSettings) as SettingName[]

const findSchema = (name: SettingName) => ApplicationSettings.properties[name] as unknown as FieldSchema

/** Whether a field is a setting, and not a property of the application. */
export const isSetting = (name: FieldName): name is SettingName => name in defaultSettings

/** How a field is edited. */
export const findField = (name: FieldName): Field => (isSetting(name) ? toField(findSchema(name)) : properties[name])

const properties: Readonly<Record<Property, Field>> = {
  name: { kind: 'text', maxLength: 128, example: undefined },
  origins: { kind: 'texts', example: 'https://www.example.com' },
  rpId: { kind: 'text', maxLength: 253, example: 'example.com' },
  baseUrl: { kind: 'text', maxLength: undefined, example: 'https://auth.example.com' },
}

/**
 * The choices with one more or one less. Their order is kept, as it can express a preference; algorithms that resist quantum
 * computers go to the front, so that authenticators that have them use them.
 */
export function toggleChoice(name: FieldName, chosen: readonly Choice[], choice: Choice): Choice[] {
  const isFirst = name === 'algorithms' && postQuantumAlgorithms.some((algorithm) => algorithm === choice)
  return isFirst && !chosen.includes(choice) ? [choice, ...chosen] : toggle(chosen, choice)
}

/** The default of a new application. */
export const defaultFor = (name: SettingName): unknown => defaultSettings[name]

/** Why a value can't be saved, in words; undefined if it can. The service checks addresses, and settings that depend on others. */
export function findProblem(name: FieldName, value: unknown): string | undefined {
  if (isSetting(name))
    return findMismatch(findSchema(name), value, (limit) => formatNumber(limit, findTexts(name).unit))
  const isEmpty = typeof value === 'string' ? value.trim() === '' : (value as readonly string[]).length === 0
  const problem = emptyProperties[name]
  return isEmpty && problem ? i18n._(problem) : undefined
}

const emptyProperties: Readonly<Record<Property, MessageDescriptor | undefined>> = {
  name: msg`Enter a name`,
  rpId: msg`Enter a domain`,
  origins: msg`Add at least one origin`,
  baseUrl: undefined,
}

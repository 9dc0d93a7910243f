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
import type { SettingName } from './groups.ts'

const findSchema = (name: SettingName) => ApplicationSettings.properties[name] as unknown as FieldSchema

/** The contract's description of a setting. */
export const describeSetting = (name: SettingName): string => findSchema(name).description ?? ''

/** How the setting is edited, from its schema. */
export const findField = (name: SettingName): Field => toField(findSchema(name))

/**
 * The choices with one more or one less. Their order is kept, as it can express a preference; algorithms that resist quantum
 * computers go to the front, so that authenticators that have them use them.
 */
export function toggleChoice(name: SettingName, chosen: readonly Choice[], choice: Choice): Choice[] {
  const isFirst = name === 'algorithms' && postQuantumAlgorithms.some((algorithm) => algorithm === choice)
  return isFirst && !chosen.includes(choice) ? [choice, ...chosen] : toggle(chosen, choice)
}

/** The default of a new application. */
export const defaultFor = (name: SettingName): unknown => defaultSettings[name]

/** Why a value isn't one of the setting, in words; undefined if it is. */
export const findProblem = (name: SettingName, value: unknown): string | undefined =>
  findMismatch(findSchema(name), value)

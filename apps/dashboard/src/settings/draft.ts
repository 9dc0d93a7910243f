import type { Application } from '../common/applications/queries.ts'
import type { FieldName, Property } from './field-texts.ts'

/** Values by field. */
export type Values = Partial<Record<FieldName, unknown>>

const properties: readonly Property[] = ['name', 'rpId', 'origins', 'baseUrl']

/** Every field of an application. */
export function readValues({ name, rpId, origins, baseUrl, settings }: Application): Values {
  return { name, rpId, origins, baseUrl: baseUrl ?? '', ...settings }
}

/** Whether two values of a field are the same. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The fields whose values differ. */
export const listChanged = (from: Values, to: Values): FieldName[] =>
  (Object.keys(to) as FieldName[]).filter((name) => !isSame(from[name], to[name]))

/** The body of a PATCH with these fields. */
export function toChange(values: Values) {
  const entries = Object.entries(values)
  const isProperty = ([name]: [string, unknown]) => (properties as readonly string[]).includes(name)
  const settings = Object.fromEntries(entries.filter((entry) => !isProperty(entry)))
  return {
    ...(Object.fromEntries(entries.filter(isProperty)) as Partial<Pick<Application, Property>>),
    ...(Object.keys(settings).length > 0 && { settings: settings as Partial<Application['settings']> }),
  }
}

/** The changes of two members since a common version. */
export type Merge = {
  /** Fields that both changed, to different values. */
  conflicts: FieldName[]
  /** Fields that only the other one changed. */
  theirs: FieldName[]
}

/** Compares an edit (only the changed fields) and a newer version with the version that the edit began with. */
export function compareEdits(base: Values, mine: Values, theirs: Values): Merge {
  const changed = listChanged(base, theirs)
  const conflicts = changed.filter((name) => name in mine && !isSame(mine[name], theirs[name]))
  return { conflicts, theirs: changed.filter((name) => !(name in mine)) }
}

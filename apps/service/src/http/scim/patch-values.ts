import type { Budget } from './budget.ts'
import { noTarget } from './errors.ts'
import type { Filter } from './filter.ts'
import { compileFilter } from './match.ts'
import type { Path } from './paths.ts'
import { type Document, readValue } from './resource.ts'
import type { Attribute } from './schema.ts'

export type OperationKind = 'add' | 'replace' | 'remove'

/** The change of an operation; each value that it looks at costs the budget of the request. */
export type Change = { kind: OperationKind; value: unknown; budget: Pick<Budget, 'spend'> }

/** The values of a multi-valued attribute after an operation. */
export function changeValues(current: readonly Document[], path: Path, change: Change): Document[] {
  change.budget.spend(current.length)
  const changed = path.filter || path.sub ? changeSelected(current, path, change) : changeAll(current, path, change)
  return settlePrimary(current, changed)
}

function changeAll(current: readonly Document[], { attribute }: Path, { kind, value }: Change): Document[] {
  const given = (readValue(attribute, value) ?? []) as Document[]
  if (kind === 'replace') return given
  if (kind === 'add') return mergeValues(current, given)
  // Entra ID lists the members to remove in the value; without a value, all of them are removed.
  const removed = new Set(given.map((one) => one.value))
  return value === undefined || value === null ? [] : current.filter((one) => !removed.has(one.value))
}

/** Values that are there already are not added again, but get the other parts of those that are given; a type is optional. */
function mergeValues(current: readonly Document[], given: readonly Document[]): Document[] {
  const byValue = Map.groupBy(given, ({ value }) => value)
  const added = new Map([...byValue].map(([value, same]) => [value, new Map(same.map((one) => [one.type, one]))]))
  const kept = current.map((one) => {
    const same = added.get(one.value)
    const type = same?.has(one.type) ? one.type : undefined
    const changes = same?.get(type)
    same?.delete(type)
    return changes ? { ...one, ...changes } : one
  })
  return [...kept, ...[...added.values()].flatMap((same) => [...same.values()])]
}

function changeSelected(current: readonly Document[], path: Path, change: Change): Document[] {
  const { attribute, filter } = path
  const scope = { attributes: attribute.subAttributes ?? [], strip: (name: string) => name, budget: change.budget }
  const selected = new Set(filter ? current.filter(compileFilter(filter, scope)) : current)
  if (selected.size > 0) return current.flatMap((one) => (selected.has(one) ? changeValue(one, path, change) : [one]))
  if (change.kind === 'remove') return [...current]
  return [...current, createValue(path, change)]
}

function changeValue(current: Document, { attribute, sub }: Path, { kind, value }: Change): Document[] {
  if (kind === 'remove') return sub ? [{ ...current, [sub.name]: undefined }] : []
  if (sub) return [{ ...current, [sub.name]: readValue(sub, value) }]
  return [{ ...current, ...readOne({ ...attribute, subAttributes: toOptional(attribute) }, value) }]
}

const toOptional = ({ subAttributes = [] }: Attribute) => subAttributes.map((part) => ({ ...part, required: false }))

const readOne = (attribute: Attribute, value: unknown) =>
  ([readValue({ ...attribute, multiValued: false }, [value].flat()[0])].flat()[0] ?? {}) as Document

/**
 * A value that the filter describes, for `emails[type eq "work"].value` of a user without one: Entra ID sends that, also
 * as a replacement.
 */
function createValue({ attribute, filter, sub }: Path, { kind, value }: Change): Document {
  const described = filter ? describeValue(filter, attribute) : {}
  if (!described || (!sub && kind === 'replace')) throw noTarget(`No value of ${attribute.name} matches the filter`)
  const created = sub ? { ...described, [sub.name]: value } : { ...described, ...readOne(attribute, value) }
  return readOne(attribute, created)
}

/** The value that a filter of equalities describes; undefined for any other filter. */
function describeValue(filter: Filter, { subAttributes = [] }: Attribute): Document | undefined {
  if (filter.kind === 'and') {
    const [left, right] = [filter.left, filter.right].map((side) => describeValue(side, { subAttributes } as Attribute))
    return left && right && { ...left, ...right }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined
  const part = subAttributes.find(({ name }) => name.toLowerCase() === filter.path.toLowerCase())
  return part && { [part.name]: filter.value }
}

/** At most one value is primary (RFC 7643 §2.4): the one that became it last. */
function settlePrimary(before: readonly Document[], after: Document[]): Document[] {
  const primary = after.filter((one) => one.primary === true)
  if (primary.length < 2) return after
  const former = new Set(before.filter((one) => one.primary === true).map(({ value }) => value))
  const chosen = primary.findLast(({ value }) => !former.has(value)) ?? primary[0]
  return after.map((one) => (one.primary === true && one !== chosen ? { ...one, primary: false } : one))
}

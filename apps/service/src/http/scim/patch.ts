import type { Budget } from './budget.ts'
import { invalidSyntax, invalidValue, noTarget, ScimError } from './errors.ts'
import { type Change, changeValues, type OperationKind } from './patch-values.ts'
import { type Path, parsePath } from './paths.ts'
import { type Document, isEmpty, listEntries, notMutable, readProperty, readValue, requireObject } from './resource.ts'
import type { Attribute, ResourceType } from './schema.ts'

const kinds = ['add', 'replace', 'remove'] as const

type Operation = { kind: OperationKind; path: string | undefined; value: unknown }

const mostOperations = 1_000
/** About what it takes to read a path and to copy the resource. */
const unitsPerChange = 20

/**
 * The resource after the operations of a PATCH (RFC 7644 §3.5.2), all of them or none. Accepts what Okta and Entra ID send:
 * operations in any case, paths as names of a value, and removals of values that `value` lists.
 * @throws ScimError invalidSyntax, invalidPath, invalidFilter, invalidValue, mutability, noTarget, tooMany
 */
export async function applyPatch(
  type: ResourceType,
  current: Document,
  { body, budget }: { body: unknown; budget: Budget },
): Promise<Document> {
  let document = current
  for (const operation of readOperations(body)) {
    for (const { path: text, value, isOwnName } of listTargets(type, operation)) {
      budget.spend(unitsPerChange)
      const path = parsePath(type, text)
      if (path && !(isOwnName && path.attribute.mutability === 'readOnly'))
        document = applyAt(document, path, { kind: operation.kind, value, budget })
      await budget.takeTurns()
    }
  }
  return document
}

function readOperations(body: unknown): Operation[] {
  const message = requireObject(body, 'The body')
  const operations = readProperty(message, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a non-empty list of operations')
  if (operations.length > mostOperations) throw invalidSyntax(`A PATCH can have at most ${mostOperations} operations`)
  return operations.map(readOperation)
}

function readOperation(sent: unknown): Operation {
  const operation = requireObject(sent, 'An operation')
  const op = readProperty(operation, 'op')
  const kind = typeof op === 'string' ? kinds.find((one) => one === op.toLowerCase()) : undefined
  if (!kind) throw invalidSyntax(`op must be one of ${kinds.join(', ')}`)
  const path = readProperty(operation, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string') throw invalidSyntax('path must be a string')
  return { kind, path: path || undefined, value: readProperty(operation, 'value') }
}

/** `isOwnName`: the path is a name of the value; Okta's value has the ID of the resource too. */
type Target = { path: string; value: unknown; isOwnName: boolean }

/** Without a path, the names of the value are paths. */
function listTargets(type: ResourceType, { kind, path, value }: Operation): Target[] {
  if (path !== undefined) return [{ path, value, isOwnName: false }]
  if (kind === 'remove') throw noTarget('A remove operation needs a path')
  const entries = listEntries(type, requireObject(value, 'The value of an operation without a path'))
  return entries.map(([name, part]) => ({ path: name, value: part, isOwnName: true }))
}

function applyAt(document: Document, path: Path, change: Change): Document {
  const { attribute, sub } = path
  if (attribute.name === 'schemas') return document
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw notMutable([attribute.name, sub?.name].filter(Boolean).join('.'))
  if (change.kind !== 'remove' && change.value === undefined) throw invalidValue('An operation has no value')
  const changed = attribute.multiValued
    ? changeValues((document[attribute.name] ?? []) as Document[], path, change)
    : changeSingle(document[attribute.name], path, change)
  if (isEmpty(changed) && attribute.required)
    throw new ScimError(400, 'mutability', `${attribute.name} is required and can't be removed`)
  return { ...document, [attribute.name]: isEmpty(changed) ? undefined : changed }
}

function changeSingle(
  current: unknown,
  { attribute, sub }: Path,
  { kind, value }: Pick<Change, 'kind' | 'value'>,
): unknown {
  if (attribute.type !== 'complex') return kind === 'remove' ? undefined : readValue(attribute, value)
  if (sub) return changePart((current ?? {}) as Document, sub, { kind, value })
  if (kind === 'remove') return undefined
  return { ...(current as Document | undefined), ...(readValue(attribute, value) as Document | undefined) }
}

/** A value with one of its parts changed. */
function changePart(current: Document, part: Attribute, { kind, value }: Pick<Change, 'kind' | 'value'>): Document {
  return { ...current, [part.name]: kind === 'remove' ? undefined : readValue(part, value) }
}

import { invalidSyntax, invalidValue, noTarget, ScimError } from './errors.ts'
import { type Change, changeValues, type OperationKind } from './patch-values.ts'
import { type Path, parsePath } from './paths.ts'
import { type Document, isEmpty, notMutable, readProperty, readValue, requireObject } from './resource.ts'
import { type Attribute, type ResourceType, schemas } from './schema.ts'

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const kinds = ['add', 'replace', 'remove'] as const

type Operation = { kind: OperationKind; path: string | undefined; value: unknown }

const mostOperations = 1_000

/**
 * The resource after the operations of a PATCH (RFC 7644 §3.5.2), all of them or none. Accepts what Okta and Entra ID send:
 * operations in any case, paths as names of a value, and removals of values that `value` lists.
 * @throws ScimError invalidSyntax, invalidPath, invalidFilter, invalidValue, mutability, noTarget
 */
export function applyPatch(type: ResourceType, current: Document, body: unknown): Document {
  return readOperations(body).reduce((document, operation) => applyOperation(type, document, operation), current)
}

function readOperations(body: unknown): Operation[] {
  const message = requireObject(body, 'The body')
  const urns = [readProperty(message, 'schemas')].flat()
  if (!urns.some((urn) => String(urn).toLowerCase() === patchSchema.toLowerCase()))
    throw invalidSyntax(`schemas must contain ${patchSchema}`)
  const operations = readProperty(message, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a non-empty list of operations')
  if (operations.length > mostOperations) throw invalidSyntax(`A PATCH can have at most ${mostOperations} operations`)
  return operations.map(readOperation)
}

function readOperation(sent: unknown): Operation {
  const operation = requireObject(sent, 'An operation')
  const op = String(readProperty(operation, 'op')).toLowerCase()
  const kind = kinds.find((one) => one === op)
  if (!kind) throw invalidSyntax(`op must be one of ${kinds.join(', ')}`)
  const path = readProperty(operation, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string') throw invalidSyntax('path must be a string')
  return { kind, path: path || undefined, value: readProperty(operation, 'value') }
}

function applyOperation(type: ResourceType, document: Document, { kind, path: text, value }: Operation): Document {
  if (text === undefined) return applyToResource(type, document, { kind, value })
  const path = parsePath(type, text)
  return path ? applyAt(document, path, { kind, value }) : document
}

/** Without a path, the names of the value are paths; Okta's value has the id of the resource too. */
function applyToResource(type: ResourceType, document: Document, { kind, value }: Change): Document {
  if (kind === 'remove') throw noTarget('A remove operation needs a path')
  const changes = Object.entries(requireObject(value, 'The value of an operation without a path'))
  return changes.reduce((changed, [name, part]) => {
    if (name.toLowerCase() === schemas[type].id.toLowerCase())
      return applyToResource(type, changed, { kind, value: part })
    const path = parsePath(type, name)
    return path && path.attribute.mutability !== 'readOnly' ? applyAt(changed, path, { kind, value: part }) : changed
  }, document)
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

function changeSingle(current: unknown, { attribute, sub }: Path, { kind, value }: Change): unknown {
  if (attribute.type !== 'complex') return kind === 'remove' ? undefined : readValue(attribute, value)
  if (sub) return changePart((current ?? {}) as Document, sub, { kind, value })
  if (kind === 'remove') return undefined
  return { ...(current as Document | undefined), ...(readValue(attribute, value) as Document | undefined) }
}

/** A value with one of its parts changed. */
export function changePart(current: Document, part: Attribute, { kind, value }: Change): Document {
  return { ...current, [part.name]: kind === 'remove' ? undefined : readValue(part, value) }
}

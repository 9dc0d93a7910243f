import type { ScimCall, ScimResponse } from './call.ts'
import { mostBulkOperations } from './discovery.ts'
import { invalidSyntax, invalidValue, ScimError } from './errors.ts'
import { operations } from './operations.ts'
import { type Document, readProperty, requireObject } from './resource.ts'

const responseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'

/** About what it takes to read a resource and to write it. */
const unitsPerOperation = 10_000

type Operation = {
  method: string
  path: string
  bulkId: string | undefined
  version: string | undefined
  data: unknown
}

/**
 * Runs the operations of a bulk request in their order (RFC 7644 §3.7); what one creates can be referred to by a later one.
 * Each is a change of its own: an error undoes none of the others.
 * @throws ScimError invalidSyntax, and 413 for too many operations
 */
export async function runBulk(call: ScimCall): Promise<ScimResponse> {
  const { list, failOnErrors } = readRequest(call.body)
  const created = new Map<string, string>()
  const results: object[] = []
  let failures = 0
  for (const operation of list) {
    if (failOnErrors !== undefined && failures >= failOnErrors) break
    const { status, ...result } = await runOperation(call, operation, created)
    if (status >= 400) failures++
    results.push({ ...result, status: String(status) })
  }
  return { status: 200, body: { schemas: [responseSchema], Operations: results } }
}

function readRequest(body: unknown): { list: Operation[]; failOnErrors: number | undefined } {
  const request = requireObject(body, 'The body')
  const sent = readProperty(request, 'Operations')
  if (!Array.isArray(sent)) throw invalidSyntax('Operations must be a list of operations')
  if (sent.length > mostBulkOperations)
    throw new ScimError(413, 'tooMany', `A bulk request can have at most ${mostBulkOperations} operations`)
  const failOnErrors = readProperty(request, 'failOnErrors')
  return { list: sent.map(readOperation), failOnErrors: typeof failOnErrors === 'number' ? failOnErrors : undefined }
}

function readOperation(sent: unknown): Operation {
  const operation = requireObject(sent, 'An operation')
  const read = (name: string) => {
    const value = readProperty(operation, name)
    return typeof value === 'string' ? value : undefined
  }
  const [method, path] = [read('method')?.toUpperCase() ?? '', read('path') ?? '']
  return { method, path, bulkId: read('bulkId'), version: read('version'), data: readProperty(operation, 'data') }
}

type Result = {
  status: number
  method: string
  bulkId?: string
  location?: string
  version?: string
  response?: object
}

async function runOperation(call: ScimCall, operation: Operation, created: Map<string, string>): Promise<Result> {
  const { method, bulkId } = operation
  const about = { method, ...(bulkId !== undefined && { bulkId }) }
  try {
    call.budget.spend(unitsPerOperation)
    await call.budget.takeTurns()
    const { status, location, version, body } = await dispatch(call, operation, created)
    if (status === 201 && bulkId !== undefined) created.set(bulkId, String((body as Document).id))
    return { ...about, status, ...(location && { location }), ...(version && { version }) }
  } catch (error) {
    const { status, body } = call.formatError(error)
    return { ...about, status, response: body }
  }
}

async function dispatch(call: ScimCall, operation: Operation, created: ReadonlyMap<string, string>) {
  const { method, version, data } = operation
  const sent = replaceReferences(operation.path, created)
  const path = typeof sent === 'string' ? sent : ''
  const [, type = '', id = ''] = /^\/(Users|Groups)(?:\/([^/?]+))?$/.exec(path) ?? []
  const found = method === 'GET' ? undefined : operations[`${method} /${type}${id === '' ? '' : '/:id'}`]
  if (!found) throw invalidValue(`A bulk request can't contain the operation ${method} ${path}`)
  if (method === 'POST' && operation.bulkId === undefined)
    throw invalidSyntax('A POST in a bulk request needs a bulkId')
  return found.run({ ...call, id, query: {}, body: replaceReferences(data, created), ifMatch: version })
}

/** `bulkId:…` stands for the ID of what an earlier operation created. */
function replaceReferences(value: unknown, created: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/bulkId:([\w-]+)/g, (whole, bulkId: string) => created.get(bulkId) ?? whole)
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, created))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceReferences(one, created)]))
}

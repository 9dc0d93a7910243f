import { finished } from 'node:stream'
import type { DirectoryScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Core } from '../../core/core.ts'
import { deriveCore } from '../../core/derive.ts'
import { AppError } from '../../core/errors.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { createRequestRecorder } from '../../core/use-cases/directory/last-request.ts'
import { countCall } from '../../core/use-cases/limits/count.ts'
import { toNetwork } from '../../core/use-cases/limits/network.ts'
import { acceptOnlyJson } from '../body.ts'
import { findReason } from '../errors.ts'
import type { MountContext } from '../mount-context.ts'
import { scimPath } from '../scim-path.ts'
import { toContentType } from '../wire-format.ts'
import { admitDirectory, type DirectoryCaller } from './admit.ts'
import { createBudget } from './budget.ts'
import { runBulk } from './bulk.ts'
import type { ScimOperation, ScimResponse } from './call.ts'
import { largestBody } from './discovery.ts'
import { ScimError } from './errors.ts'
import { formatAny } from './format-any.ts'
import { operations } from './operations.ts'
import { scimErrorFormat, scimMedia } from './wire-format.ts'

/** Every operation by method and path. */
export const scimOperations: Readonly<Record<string, ScimOperation>> = {
  ...operations,
  'POST /Bulk': { scope: 'profile:write', isLarge: true, run: runBulk },
}

type Admission = { core: Core; caller: DirectoryCaller; scope: DirectoryScope }

/** Serves SCIM 2.0 (RFC 7643, RFC 7644), by which a directory provisions members. `/Schemas` describes it. */
export function mountScim(server: FastifyInstance, context: MountContext) {
  const record = createRequestRecorder()
  const base = `${context.ownOrigin}${scimPath}`
  server.register(
    async (scope) => {
      // RFC 7644 §3.1 names both media types.
      acceptOnlyJson(scope, { types: [scimMedia, 'application/json'], bodyLimit: largestBody })
      scope.setErrorHandler((error, request, reply) => sendError(context.core, error, { request, reply }))
      for (const [key, operation] of Object.entries(scimOperations))
        bind(scope, key, { operation, context, base, record })
      for (const [url, allowed] of listMethods()) rejectOtherMethods(scope, url, allowed)
    },
    { prefix: scimPath },
  )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods of each endpoint. */
function listMethods(): Map<string, string[]> {
  const keys = Object.keys(scimOperations).map((key) => key.split(' ') as [string, string])
  return new Map([...Map.groupBy(keys, ([, url]) => url)].map(([url, found]) => [url, found.map(([method]) => method)]))
}

function rejectOtherMethods(scope: FastifyInstance, url: string, allowed: readonly string[]) {
  const named = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  scope.route({
    method: methods.filter((method) => !allowed.includes(method)),
    url: toUrl(url),
    onRequest: async (_, reply) => {
      reply.header('allow', named)
      throw new ScimError(405, undefined, `This endpoint supports only ${named}`)
    },
    handler: async () => undefined,
  })
}

const toUrl = (path: string) => (path === '/' ? '' : path)

type Binding = {
  operation: ScimOperation
  context: MountContext
  base: string
  record: ReturnType<typeof createRequestRecorder>
}

function bind(scope: FastifyInstance, key: string, { operation, context, base, record }: Binding) {
  const [method, url = ''] = key.split(' ')
  const received = new WeakMap<FastifyRequest, Admission>()
  scope.route({
    method: method as HTTPMethods,
    url: toUrl(url),
    onRequest: async (request) => {
      context.loadShedding?.admit({ limit: 'directory' })
      received.set(request, await admit(context, request, operation.scope))
    },
    handler: async (request, reply) => {
      const admitted = received.get(request)!
      const { core, caller } = await admitAgain(admitted, request)
      const { id = '' } = request.params as { id?: string }
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
      const backend = { application: caller.application, keyId: caller.key.id }
      const { query, body } = request
      if (operation.isLarge) finished(reply.raw, context.concurrency.begin('directory', caller.key.id))
      // First, so that a failure here stores nothing else.
      await record(core, caller.key)
      const formatError = (error: unknown) => formatOrHide(error, request)
      const budget = createBudget(core)
      const call = { core, backend, base, id, query, body, ifMatch, ifNoneMatch, budget, formatError }
      return send(reply, await operation.run(call))
    },
  })
}

/** The checks that run before the body is read. */
async function admit(context: MountContext, request: FastifyRequest, scope: DirectoryScope): Promise<Admission> {
  const core = createCallCore(context, request)
  await core.applications.ready()
  const network = core.origin?.address && toNetwork(core.origin.address)
  await countCall(core, 'directory', { scopes: ['network'], ...(network && { network }) })
  const caller = await admitDirectory(core, request.headers.authorization, scope)
  const { id, name } = caller.key
  return { core: deriveCore(core, { actor: { kind: 'apiKey', id, name } }), caller, scope }
}

/** How long a body can take before its key is checked again, in microseconds: revocations count within a second. */
const promptUs = 1_000_000

async function admitAgain(admitted: Admission, request: FastifyRequest): Promise<Admission> {
  const { core, scope } = admitted
  const { startedAt = 0 } = core.origin ?? {}
  if (core.microseconds() - startedAt <= promptUs) return admitted
  await core.applications.ready()
  return { ...admitted, caller: await admitDirectory(core, request.headers.authorization, scope) }
}

function createCallCore({ core, clientAddress }: MountContext, request: FastifyRequest): Core {
  const userAgent = request.headers['user-agent']?.slice(0, 256)
  const address = clientAddress(request.raw)
  return deriveCore(core, { origin: { address, traceId: request.id, startedAt: core.microseconds(), userAgent } })
}

function send(reply: FastifyReply, { status, body, location, version }: ScimResponse) {
  if (version !== undefined) reply.header('etag', version)
  if (location !== undefined) reply.header(status === 201 ? 'location' : 'content-location', location)
  reply.code(status)
  return body === undefined ? reply.send() : reply.type(toContentType(scimErrorFormat)).send(JSON.stringify(body))
}

const counted: readonly string[] = ['unauthorized', 'forbidden', 'too_many_requests']

function sendError(core: Core, error: unknown, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  if (error instanceof AppError && counted.includes(error.code))
    core.rejectedCalls.count(ownApplicationId, error.code === 'too_many_requests' ? 'limited' : 'credentials')
  const { status, body, retryAfter } = formatOrHide(error, request)
  if (error instanceof AppError || error instanceof ScimError)
    request.log.info(
      { rejected: status, reason: findReason(error.cause), route: request.routeOptions.url },
      error.message,
    )
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Thumbturn SCIM", Bearer realm="Thumbturn SCIM"')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return send(reply, { status, body })
}

function formatOrHide(error: unknown, request: FastifyRequest) {
  try {
    return formatAny(error)
  } catch {
    request.log.error(error)
    return formatAny(new ScimError(500, undefined, 'Internal server error'))
  }
}

import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { type Api, apis, listMsgCodes, type Route } from '@thumbturn/contract'
import { toOpenApi } from '@thumbturn/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApiValidator } from './openapi.ts'

/** A server whose every response is validated against the contract. */
export type WatchedServer = {
  server: FastifyInstance
  /** Every route that the running server has, as `METHOD /path/:param`. */
  routes: ReadonlySet<string>
  /** Throws if any response since the last call was wrong, with the reasons. */
  complain(): void
}

/**
 * Builds a server and validates its responses from within: a response that the contract doesn't describe (status,
 * content type, body, or an undeclared property, even one that would be dropped silently) fails the call that caused
 * it.
 */
export async function watched(build: () => Promise<FastifyInstance>): Promise<WatchedServer> {
  const routes = new Set<string>()
  const wrong: string[] = []
  const initialised = channel('fastify.initialization')
  const hook = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`)
    })
    fastify.addHook('preSerialization', async (request, reply, payload) => {
      wrong.push(...bodyComplaints(request, reply, JSON.parse(JSON.stringify(payload))))
      return payload
    })
    fastify.addHook('onSend', async (request, reply, payload) => {
      wrong.push(...complaints(request, reply, payload))
      return payload
    })
  }
  initialised.subscribe(hook)
  // The instance is created before the first await, so that no other instance gets the hooks.
  const building = build()
  initialised.unsubscribe(hook)
  const server = await building
  const complain = () => {
    const all = wrong.splice(0)
    assert.ok(all.length === 0, `A response doesn't match the contract:\n${[...new Set(all)].join('\n')}`)
  }
  const inject = server.inject.bind(server) as (...given: unknown[]) => Promise<unknown>
  server.inject = (async (...given: unknown[]) => {
    const response = await inject(...given)
    complain()
    return response
  }) as never
  return { server, routes, complain }
}

/** A route of the contract as the server names it. */
export const routeKey = ({ basePath }: Api, { method, path }: Route) =>
  `${method} ${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

type Responses = Record<string, { $ref?: string; content?: unknown }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}
type RouteDescription = { api: Api; route: Route; places: Readonly<Record<string, string[] | 'no body'>>; judge: Judge }
type Judge = ReturnType<typeof openApiValidator>

/** The description of every route, by its key. */
const described: ReadonlyMap<string, RouteDescription> = new Map(
  Object.values(apis).flatMap((api) => {
    const document = toOpenApi(api) as unknown as Document
    const judge = openApiValidator(document)
    return Object.values(api.routes).map((route): [string, RouteDescription] => [
      routeKey(api, route),
      { api, route, judge, places: listPlaces(document, route) },
    ])
  }),
)

/** Where the schema of each declared status is in the document. */
function listPlaces({ paths, components }: Document, { path, method }: Route): RouteDescription['places'] {
  const operation = ['paths', path, method.toLowerCase(), 'responses']
  const { responses } = paths[path]![method.toLowerCase()]!
  return Object.fromEntries(
    Object.entries(responses).map(([status, { $ref, content }]) => {
      const name = $ref?.split('/').at(-1)
      const place = name === undefined ? [...operation, status] : ['components', 'responses', name]
      const hasBody = name === undefined ? content : components.responses[name]?.content
      return [status, hasBody ? [...place, 'content', 'application/json', 'schema'] : 'no body']
    }),
  )
}

const toRouteKey = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url}`

function complaints(request: FastifyRequest, reply: FastifyReply, payload: unknown): string[] {
  const about = `${toRouteKey(request)} ${reply.statusCode}`
  const { places, route } = described.get(toRouteKey(request)) ?? {}
  if (!places) return request.routeOptions.url === undefined && reply.statusCode !== 404 ? [`${about}: no route`] : []
  const place = places[reply.statusCode]
  if (place === undefined) return [`${about}: the status is not declared; ${payload}`]
  const isEmpty = payload === undefined || payload === null || payload === ''
  if (place === 'no body') return isEmpty ? [] : [`${about}: there should be no body; ${payload}`]
  if (isEmpty) return [`${about}: the body is missing`]
  const type = reply.getHeader('content-type')
  const isCsv = route?.csv !== undefined && (request.query as { format?: string }).format === 'csv'
  const media = (reply.statusCode === route?.ok && (isCsv ? 'text/csv' : route?.media)) || 'application/json'
  if (type !== `${media}; charset=utf-8`) return [`${about}: the content type is ${type}`]
  if (media !== 'application/json') return []
  return bodyComplaints(request, reply, JSON.parse(String(payload)))
}

function bodyComplaints(request: FastifyRequest, { statusCode }: FastifyReply, body: unknown): string[] {
  const { api, route, judge, places } = described.get(toRouteKey(request)) ?? {}
  const place = places?.[statusCode]
  if (!api || !route || !judge || !Array.isArray(place)) return []
  const about = `${toRouteKey(request)} ${statusCode}`
  const found = judge(place, body).map((complaint) => `${about}: ${complaint}`)
  const { msgCode } = body as { msgCode?: string }
  const isMisnamed = statusCode >= 400 && msgCode !== undefined && !listCodes(api, route, statusCode).includes(msgCode)
  return isMisnamed ? [...found, `${about}: msgCode ${msgCode}`] : found
}

/** The codes that can come with a status, in the API's own spelling. */
function listCodes({ rejections }: Api, route: Route, status: number): string[] {
  const named = (msgCode: string) => rejections?.exampleAt(status, { msg: '', msgCode }) ?? { msgCode }
  return listMsgCodes(route, status).map((code) => (named(code) as { msgCode: string }).msgCode)
}

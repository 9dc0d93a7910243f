import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { type Api, apis, listMsgCodes, type Route } from '@thumbturn/contract'
import { toOpenApi } from '@thumbturn/contract/openapi'
import type { RequestWatch } from '@thumbturn/service/http/request-watch.ts'
import type { HttpServer } from '@thumbturn/service/http/server.ts'
import type { FastifyInstance } from 'fastify'
import { type InjectedServer, injected } from './injected.ts'
import { openApiValidator } from './openapi.ts'
import { routeKey } from './route-key.ts'

/** A server whose every response is validated against the contract. */
export type WatchedServer = {
  server: InjectedServer
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
export async function watched(build: (watch: RequestWatch) => Promise<HttpServer>): Promise<WatchedServer> {
  const { watch, complain } = watchContract()
  const { result: building, routes } = collectRoutes(() => build(watch))
  const server = injected(await building)
  for (const route of server.routes) routes.add(route)
  const send = server.inject
  server.inject = async (call) => {
    const response = await send(call)
    complain()
    return response
  }
  return { server, routes, complain }
}

/** The routes of the framework that `run` adds before it first waits. */
function collectRoutes<T>(run: () => T): { result: T; routes: Set<string> } {
  const routes = new Set<string>()
  const initialised = channel('fastify.initialization')
  const hook = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.add(`${one} ${url}`)
    })
  }
  initialised.subscribe(hook)
  const result = run()
  initialised.unsubscribe(hook)
  return { result, routes }
}

/** Compares responses with the contract. */
export function watchContract(): { watch: RequestWatch; complain(): void } {
  const wrong: string[] = []
  return {
    watch: {
      respond: ({ request, query, headers }, { route, status, content, text }) => {
        const key = `${request.method} ${route}`
        if (described.has(key))
          wrong.push(...judge({ key, query, type: headers['content-type'], status, content, text }))
      },
    },
    complain() {
      const all = wrong.splice(0)
      assert.ok(all.length === 0, `A response doesn't match the contract:\n${[...new Set(all)].join('\n')}`)
    },
  }
}

type Responses = Record<string, { $ref?: string; content?: object }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}
type Judge = ReturnType<typeof openApiValidator>
type RouteDescription = { api: Api; route: Route; places: Readonly<Record<string, string[] | 'no body'>>; judge: Judge }

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
      const described = name === undefined ? content : components.responses[name]?.content
      return [status, described ? [...place, 'content', Object.keys(described)[0]!, 'schema'] : 'no body']
    }),
  )
}

type JudgedResponse = {
  key: string
  query: unknown
  type: string | undefined
  status: number
  content: unknown
  text: string | undefined
}

function judge({ key, query, type, status, content, text }: JudgedResponse): string[] {
  const { places, route } = described.get(key)!
  const about = `${key} ${status}`
  const place = places[status]
  if (place === undefined) return [`${about}: the status is not declared; ${text}`]
  if (place === 'no body') return text ? [`${about}: there should be no body; ${text}`] : []
  if (!text) return [`${about}: the body is missing`]
  const isCsv = route.csv !== undefined && (query as { format?: string }).format === 'csv'
  const media = (status === route.ok && (isCsv ? 'text/csv' : route.media)) || place.at(-2)!
  if (route.jwt !== undefined && type === 'application/jwt') return []
  if (type !== `${media}; charset=utf-8`) return [`${about}: the content type is ${type}`]
  if (media !== 'application/json') return []
  // Before it is written, too: a property that isn't declared would be dropped silently.
  return [JSON.parse(JSON.stringify(content)), JSON.parse(text)].flatMap((body) =>
    judgeBody({ key, status, place, body }),
  )
}

type JudgedBody = { key: string; status: number; place: string[]; body: unknown }

function judgeBody({ key, status, place, body }: JudgedBody): string[] {
  const { api, route, judge } = described.get(key)!
  const about = `${key} ${status}`
  const complaints = judge(place, body).map((complaint) => `${about}: ${complaint}`)
  const { msgCode } = body as { msgCode?: string }
  const isMisnamed = status >= 400 && msgCode !== undefined && !listCodes(api, route, status).includes(msgCode)
  return isMisnamed ? [...complaints, `${about}: msgCode ${msgCode}`] : complaints
}

/** The codes that can come with a status, in the API's own spelling. */
function listCodes({ rejections }: Api, route: Route, status: number): string[] {
  const named = (msgCode: string) => rejections?.exampleAt(status, { msg: '', msgCode }) ?? { msgCode }
  return listMsgCodes(route, status).map((code) => (named(code) as { msgCode: string }).msgCode)
}

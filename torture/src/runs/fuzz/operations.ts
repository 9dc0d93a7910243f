import {
  type Api,
  adminApi,
  currentApi,
  gen1Api,
  hostedApi,
  openidApi,
  proxyApi,
  type Route,
} from '@thumbturn/contract'
import type { Schema } from './generate.ts'

/** One operation of an API, as the fuzzer calls it. */
export type Operation = {
  name: string
  method: string
  /** The kind of credential that it needs. */
  access: Route['access']
  /** From the root, with parameters in braces. */
  path: string
  params: Schema | undefined
  query: Schema | undefined
  body: Schema | undefined
  /** Never called with a valid key: it would call other hosts, never end, or delete what the fuzzer uses. */
  isRestricted: boolean
  /** Whether the body is a form. */
  isForm: boolean
}

const apis: Readonly<Record<string, Api>> = {
  admin: adminApi,
  current: currentApi,
  gen1: gen1Api,
  hosted: hostedApi,
  openid: openidApi,
  proxy: proxyApi,
}

/** Operations whose responses never end. */
const isEndless = ({ media }: Route) => media === 'text/event-stream'

const isRestricted = ({ method, path, tag }: Route) =>
  ['connectors', 'single sign-on', 'log'].includes(tag) ||
  (path.startsWith('/applications/{id}') && ['DELETE', 'PATCH'].includes(method))

/** JSON Schemas as the JSON that they are in the OpenAPI documents. */
const schemas = ({ params, query, body }: Route) => ({
  params: params && plain(params),
  query: query && plain(query),
  body: body && plain(body),
})

const isForm = ({ bodyMedia }: Route) => bodyMedia === 'application/x-www-form-urlencoded'

const plain = (schema: object) => JSON.parse(JSON.stringify(schema)) as Schema

/** Every operation of every API, except those that stream. */
export const operations: readonly Operation[] = Object.entries(apis).flatMap(([name, { basePath, routes, of }]) =>
  Object.entries(routes)
    .filter(([, route]) => !isEndless(route))
    .map(([operation, route]) => ({
      name: `${name}.${operation}`,
      method: route.method,
      access: route.access,
      path: `${of === 'installation' ? '' : '/apps/demo'}${basePath}${route.path}`,
      ...(schemas(route) as Pick<Operation, 'params' | 'query' | 'body'>),
      isRestricted: isRestricted(route),
      isForm: isForm(route),
    })),
)

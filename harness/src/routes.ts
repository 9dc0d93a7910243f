import { currentApi, proxyApi, type Route } from '@thumbturn/contract'

const below = (prefix: string, routes: Readonly<Record<string, Route>>): [string, Route][] =>
  Object.entries(routes).map(([name, route]) => [
    prefix === '' ? name : `${prefix.slice(1)} ${name}`,
    { ...route, path: `${prefix}${route.path}` },
  ])

/** Every route that clients of an application call, with its path below /fido2/v2, by a unique name. */
export const applicationRoutes: readonly [name: string, route: Route][] = [
  ...below('', currentApi.routes),
  ...below('/proxy', proxyApi.routes),
]

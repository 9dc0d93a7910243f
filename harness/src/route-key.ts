import type { Api, Route } from '@thumbturn/contract'

/** A route of the contract as the server names it. */
export const routeKey = ({ basePath }: Api, { method, path }: Route) =>
  `${method} ${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

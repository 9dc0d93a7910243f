import type { Route } from '@thumbturn/contract'

/** The path of a route as the framework writes it: `/users/:userId`. */
export const toUrl = ({ path }: Pick<Route, 'path'>) => path.replaceAll(/\{(\w+)\}/g, ':$1')

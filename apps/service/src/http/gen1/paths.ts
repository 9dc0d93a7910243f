/** The first segments of this generation; nothing else may begin with them. */
const first = '(?:register|authenticate|credentials|codes|tx|manage|certs|keys)'
const below = new RegExp(`^/api(?:/native)?(/${first}(?:[/?].*)?)$`)
const short = /^(\/(?:register|authenticate))\/(init|complete)(?=\?|$)/

/**
 * The path under which a route of the first generation is served: clients also ask below `/api` and `/api/native`, and
 * leave out which kind of credential the first ceremonies are about. Other paths stay as they are.
 */
export const servedPath = (url: string): string => url.replace(below, '$1').replace(short, '$1/fido2/$2')

/** Whether an application's own path (`/apps/<id>/…`) leads there. */
export const isFirstGeneration = (url: string) => new RegExp(`^/${first}(?:[/?]|$)`).test(servedPath(url))

const prefixed = new RegExp(`^(?:/apps/[^/?]+)?/(?:api|${first})(?:[/?]|$)`)
// The website's page about this generation, and its files.
const page = /^\/api(?:\/(?:[^/]+\.[^/]+)?)?$/

/** Whether the errors of a path are those of the first generation, whether or not a route exists there. */
export const isBelowFirstGeneration = (path: string) => prefixed.test(path) && !page.test(path)

const foreign = /^\/(?:credentials|authenticate)\/(identity|authid|socure)(?:[/?]|$)/

/** The type of credential that only other providers verify, where a path is about one. */
export const foreignCredentialType = (url: string): string | undefined =>
  foreign.exec(servedPath(url.replace(/^\/apps\/[^/?]+/, '')))?.[1]

import { adminApi, currentApi, type Route, serviceScopes, userScopes } from '@thumbturn/contract'
import { type Schema, toTypeScript } from './schema-type.ts'

const apis = { Current: currentApi.routes, Admin: adminApi.routes } as const

const declared = /^export type (\w+) = (Input|Output)<(Current|Admin)\['(\w+)'\]>(?:\['(body|query|params)'\])?(.*)$/
const derived = /^export type \w+ = (?!.*\b(?:Input|Output|Current|Admin)\b).*$/

/**
 * Converts src/wire.ts to a published declaration: the same names, with each type written out from its schema, so that
 * users of the SDK don't need the contract.
 * @throws Error for a line that is neither a comment, a type of the contract, nor derived from such types
 */
export function publishWireTypes(source: string): string {
  return source
    .split('\n')
    .filter((line) => !/^(import |type (Current|Admin) )/.test(line))
    .map(publishLine)
    .join('\n')
    .trimStart()
}

function publishLine(line: string): string {
  const [, name, side, api, route, part, rest = ''] = declared.exec(line) ?? []
  if (name !== undefined) {
    const type = toTypeScript(findSchema({ side, api, route, part }))
    return `export type ${name} = ${rest === '' ? type : `(${type})${rest}`}`
  }
  const inlined = inlineLists(line)
  if (inlined !== undefined) return inlined
  if (line === '' || /^(\/\*\*|\/\/)/.test(line) || derived.test(line)) return line
  throw new Error(`src/wire.ts has a line that cannot be published: ${line}`)
}

/** Lists of literals, and filters over a query. */
function inlineLists(line: string): string | undefined {
  const omit = /^export type (\w+) = Omit<Input<(Admin|Current)\['(\w+)'\]>\['query'\], (.*)>$/.exec(line)
  if (omit) {
    const [, name, api, route, names] = omit
    return `export type ${name} = Omit<${toTypeScript(findSchema({ side: 'Input', api, route, part: 'query' }))}, ${names}>`
  }
  const scopes = /^export type \{ (.*) \} from '@thumbturn\/contract'$/.exec(line)?.[1]?.split(', ')
  return scopes?.map((name) => `export type ${name} = ${toUnion(lists[name])}`).join('\n')
}

const lists: Readonly<Record<string, readonly string[]>> = { ServiceScope: serviceScopes, UserScope: userScopes }

function toUnion(texts: readonly string[] | undefined): string {
  if (!texts) throw new Error('src/wire.ts imports something from the contract that is not a list of scopes')
  return texts.map((text) => `'${text}'`).join(' | ')
}

type SchemaReference = { side?: string; api?: string; route?: string; part?: string }

function findSchema({ side, api, route = '', part = 'body' }: SchemaReference): Schema | undefined {
  const routes: Readonly<Record<string, Route>> = apis[api as keyof typeof apis]
  const found = routes[route]
  if (!found) throw new Error(`The contract has no ${api}.${route}`)
  const schema = side === 'Output' ? found.result : found[part as 'body' | 'query' | 'params']
  return schema && (JSON.parse(JSON.stringify(schema)) as Schema)
}

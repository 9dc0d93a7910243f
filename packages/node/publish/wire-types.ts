import { adminApi, currentApi, type Route, serviceScopes, userScopes } from '@thumbturn/contract'
import { type Schema, toTypeScript } from './schema-type.ts'

const apis = { Current: currentApi.routes, Admin: adminApi.routes } as const

const declared = /^export type (\w+) = (Input|Output)<(Current|Admin)\['(\w+)'\]>(?:\['(body|query|params)'\])?(.*)$/
const derived = /^export type \w+ = (?!.*\b(?:Input|Output|Current|Admin)\b).*$/

/**
 * src/wire.ts as a published declaration: the same names, each type written out from the schema that it stands for, so
 * that nobody who installs the SDK needs the contract.
 * @throws Error a line that is neither a comment, a type of the contract, nor made of such types
 */
export function wireTypes(source: string): string {
  return source
    .split('\n')
    .filter((line) => !/^(import |type (Current|Admin) )/.test(line))
    .map(published)
    .join('\n')
    .trimStart()
}

function published(line: string): string {
  const [, name, side, api, route, part, rest = ''] = declared.exec(line) ?? []
  if (name !== undefined) {
    const type = toTypeScript(findSchema({ side, api, route, part }))
    return `export type ${name} = ${rest === '' ? type : `(${type})${rest}`}`
  }
  const inlined = inline(line)
  if (inlined !== undefined) return inlined
  if (line === '' || /^(\/\*\*|\/\/)/.test(line) || derived.test(line)) return line
  throw new Error(`src/wire.ts has a line that cannot be published: ${line}`)
}

/** Types of the contract that stand for a list of texts, and a filter over a query. */
function inline(line: string): string | undefined {
  const omit = /^export type (\w+) = Omit<Input<(Admin|Current)\['(\w+)'\]>\['query'\], (.*)>$/.exec(line)
  if (omit) {
    const [, name, api, route, names] = omit
    return `export type ${name} = Omit<${toTypeScript(findSchema({ side: 'Input', api, route, part: 'query' }))}, ${names}>`
  }
  const scopes = /^export type \{ (.*) \} from '@thumbturn\/contract'$/.exec(line)?.[1]?.split(', ')
  return scopes?.map((name) => `export type ${name} = ${union(lists[name])}`).join('\n')
}

const lists: Readonly<Record<string, readonly string[]>> = { ServiceScope: serviceScopes, UserScope: userScopes }

function union(texts: readonly string[] | undefined): string {
  if (!texts) throw new Error('src/wire.ts takes something from the contract that is no list of scopes')
  return texts.map((text) => `'${text}'`).join(' | ')
}

type Where = { side?: string; api?: string; route?: string; part?: string }

function findSchema({ side, api, route = '', part = 'body' }: Where): Schema | undefined {
  const routes: Readonly<Record<string, Route>> = apis[api as keyof typeof apis]
  const found = routes[route]
  if (!found) throw new Error(`The contract has no ${api}.${route}`)
  const schema = side === 'Output' ? found.result : found[part as 'body' | 'query' | 'params']
  return schema && (JSON.parse(JSON.stringify(schema)) as Schema)
}

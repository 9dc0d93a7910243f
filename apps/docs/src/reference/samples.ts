import { useCallback, useSyncExternalStore } from 'react'
import type { Operation, Reference } from '../../plugins/openapi-reference/model.ts'
import { apiReferences } from '../../plugins/openapi-reference/references.ts'
import type { Call } from './call.ts'
import { type Language, languages } from './languages.ts'
import { writeGo, writePython } from './more-samples.ts'

const storageKey = 'docusaurus.tab.api-language'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let chosen: Language | undefined

function stored(): Language {
  if (chosen) return chosen
  try {
    const kept = localStorage.getItem(storageKey)
    chosen = languages.find((one) => one === kept)
  } catch {}
  chosen ??= 'curl'
  return chosen
}

/** The reader's language, one for all operations, kept in this browser. */
export function useLanguage(): [Language, (language: Language) => void] {
  const language = useSyncExternalStore(subscribe, stored, () => 'curl' as const)
  const choose = useCallback((next: Language) => {
    chosen = next
    try {
      localStorage.setItem(storageKey, next)
    } catch {}
    for (const listener of listeners) listener()
  }, [])
  return [language, choose]
}

/** The address of an operation, its parameters filled with their examples. */
export function toSampleUrl({ path, parameters }: Operation, server: string): string {
  const filled = parameters
    .filter(({ where }) => where === 'path')
    .reduce(
      (address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example ?? name))),
      path,
    )
  const query = parameters
    .filter(({ where, required }) => where === 'query' && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example ?? ''))}`)
  return `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const variables: Record<string, string> = {
  adminKey: 'THUMBTURN_ADMIN_KEY',
  apiKey: 'THUMBTURN_API_KEY',
  userToken: 'TOKEN',
  serviceToken: 'SERVICE_TOKEN',
  session: 'SESSION',
}

/** A complete call in one language. */
export function writeSample(language: Language, operation: Operation, { server, baseUrl, file }: Reference): string {
  const address = toSampleUrl(operation, server.replace('{baseUrl}', baseUrl))
  const variable = operation.access.optional ? undefined : variables[operation.access.kind]
  const headers = operation.parameters.filter(({ where, required }) => where === 'header' && required)
  const [message] = apiReferences.find(({ name }) => file === `openapi_${name}.yaml`)?.errorFields ?? ['msg']
  return writers[language]({ ...operation, address, variable, headers, message })
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

function curl({ method, address, variable, headers, bodyExample, isForm }: Call): string {
  const scheme = variable === 'SESSION' ? '' : 'Bearer '
  const lines = [
    method === 'GET' ? `curl '${address}'` : `curl -X ${method} '${address}'`,
    ...(variable ? [`-H "Authorization: ${scheme}$${variable}"`] : []),
    ...headers.map(({ name, example }) => `-H '${name}: ${example}'`),
    ...curlBody({ bodyExample, isForm }),
  ]
  return lines.join(' \\\n  ')
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curlBody({ bodyExample, isForm }: Pick<Call, 'bodyExample' | 'isForm'>): string[] {
  if (bodyExample === undefined) return []
  if (!isForm) return [`-H 'Content-Type: application/json'`, `-d ${inQuotes(json(bodyExample))}`]
  return Object.entries(bodyExample as object).map(
    ([name, value]) => `--data-urlencode ${inQuotes(`${name}=${value}`)}`,
  )
}

function options(call: Call, credential: (name: string) => string): string {
  const { method, variable, headers: sent, bodyExample, isForm } = call
  const headers = [
    ...(variable ? [`    Authorization: ${credential(variable)},`] : []),
    ...sent.map(({ name, example }) => `    '${name}': '${example}',`),
    // fetch names the type of a form itself.
    ...(bodyExample === undefined || isForm ? [] : [`    'Content-Type': 'application/json',`]),
  ]
  const body = json(bodyExample)?.replaceAll('\n', '\n  ')
  return [
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(bodyExample === undefined ? [] : [`  body: ${isForm ? 'new URLSearchParams' : 'JSON.stringify'}(${body}),`]),
  ].join('\n')
}

const reading = ({ answers, message }: Call) =>
  answers.some(({ status, example }) => status === '200' && example !== undefined)
    ? 'const result = await response.json()'
    : `if (!response.ok) throw new Error((await response.json()).${message})`

function browser(call: Call): string {
  const credential = (name: string) => (name === 'SESSION' ? 'session' : `\`Bearer \${token}\``)
  const secret = call.variable?.endsWith('_KEY')
    ? '// From your backend only: a page must never hold an API key.\n'
    : ''
  const held = secret ? options(call, () => `\`Bearer \${apiKey}\``) : options(call, credential)
  return `${secret}const response = await fetch('${call.address}', {\n${held}\n})\n${reading(call)}`
}

function node(call: Call): string {
  const credential = (name: string) =>
    name === 'SESSION' ? 'process.env.SESSION' : `\`Bearer \${process.env.${name}}\``
  const orThrow = `if (!response.ok) throw new Error((await response.json()).${call.message})\n`
  const last = reading(call)
  return `const response = await fetch('${call.address}', {\n${options(call, credential)}\n})\n${
    last.startsWith('if') ? last : `${orThrow}${last}`
  }`
}

const writers: Record<Language, (call: Call) => string> = {
  curl,
  Browser: browser,
  Node: node,
  Python: writePython,
  Go: writeGo,
}

import { i18n } from '@lingui/core'
import type {
  ConnectorFilter,
  ConnectorTarget,
  ConnectorType,
  GivenSecrets,
} from '@thumbturn/contract/vocabulary/connectors.ts'
import { type Field, kinds } from './kinds.ts'
import type { Connector } from './queries.ts'

/** A connector as its form holds it: each field is a text. */
export type Draft = {
  type: ConnectorType
  name: string
  target: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
  filter: ConnectorFilter
}

/** The form of a new connector. */
export const createDraft = (type: ConnectorType): Draft => ({
  type,
  name: i18n._(kinds[type].title),
  target: type === 'syslog' ? { port: '6514' } : {},
  secrets: {},
  filter: {},
})

/** The form of a connector. Its secrets are never there. */
export const toDraft = ({ name, target: { type, ...target }, filter }: Connector): Draft => ({
  type,
  name,
  target: Object.fromEntries(Object.entries(target).map(([key, value]) => [key, String(value)])),
  secrets: {},
  filter,
})

/** The receiver in the form. Empty fields are left out. */
export const readTarget = ({ type, target }: Draft): ConnectorTarget =>
  ({ type, ...readFields(kinds[type].target, target) }) as ConnectorTarget

/** The secrets that were typed; undefined if none was. */
export function readSecrets({ type, secrets }: Draft): GivenSecrets | undefined {
  const { headers, ...read } = readFields(kinds[type].secrets, secrets)
  const given = { ...read, ...(typeof headers === 'string' && { headers: parseHeaders(headers) }) }
  return Object.keys(given).length === 0 ? undefined : given
}

/** The filter without its empty parts. */
export const readFilter = ({ filter: { severity, types = [] } }: Draft): ConnectorFilter => ({
  ...(severity !== undefined && { severity }),
  ...(types.length > 0 && { types }),
})

function readFields(fields: readonly Field[], texts: Readonly<Record<string, string>>) {
  const given = fields.filter(({ key }) => (texts[key] ?? '').trim() !== '')
  return Object.fromEntries(given.map((field) => [field.key, readField(field, texts[field.key]!.trim())])) as Record<
    string,
    string | number | boolean
  >
}

function readField({ kind }: Field, text: string) {
  if (kind === 'number') return Number(text)
  if (kind === 'flag') return text === 'true'
  return text
}

/** One header on each line, as in HTTP. */
const parseHeaders = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0
        ? { name: line.trim(), value: '' }
        : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
    })

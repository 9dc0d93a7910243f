import type { Resource } from './queries.ts'

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`

/** The code by which the server of an API accepts its access tokens. */
export function createServerCode(issuer: string, { uri, scopes }: Pick<Resource, 'uri' | 'scopes'>): string {
  const names = scopes.map(({ name }) => quote(name)).join(', ')
  return [
    "import { protectResource } from '@thumbturn/node/resource'",
    '',
    'export const api = protectResource({',
    `  issuer: ${quote(issuer)},`,
    `  resource: ${quote(uri)},`,
    ...(names === '' ? [] : [`  scopesSupported: [${names}],`]),
    '})',
  ].join('\n')
}

import { issuer } from './cases.ts'
import { metadataUrl, resource } from './resources.ts'

type MetadataCase = {
  name: string
  method: string
  path: string
  /** The response to a request for the document; null for a request with another path. */
  expect: { status: number; headers: Record<string, string>; body: object | null } | null
}

const path = new URL(metadataUrl).pathname
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}
const document = {
  status: 200,
  headers: { ...cors, 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  body: {
    resource: resource.resource,
    authorization_servers: [issuer],
    scopes_supported: resource.scopesSupported,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'],
    resource_name: resource.name,
    resource_documentation: resource.documentation,
  },
}
const allowed = { ...cors, allow: 'GET, HEAD, OPTIONS' }

export const resourceMetadata: MetadataCase[] = [
  { name: 'the document', method: 'GET', path, expect: document },
  { name: 'the document with a query', method: 'GET', path: `${path}?x=1`, expect: document },
  { name: 'the headers of the document', method: 'HEAD', path, expect: document },
  { name: 'a preflight', method: 'OPTIONS', path, expect: { status: 204, headers: allowed, body: null } },
  { name: 'another method', method: 'POST', path, expect: { status: 405, headers: allowed, body: null } },
  { name: 'the resource', method: 'GET', path: '/notes/mcp', expect: null },
  { name: 'the document of the host', method: 'GET', path: '/.well-known/oauth-protected-resource', expect: null },
  { name: 'the path with a slash', method: 'GET', path: `${path}/`, expect: null },
  { name: 'the path in capitals', method: 'GET', path: path.toUpperCase(), expect: null },
  { name: 'an empty path', method: 'GET', path: '', expect: null },
]

type OptionsCase = { name: string; options: object; expect: { metadataUrl: string } | { code: string } }

const accept = (address: string, expected: string): OptionsCase => ({
  name: address,
  options: { resource: address },
  expect: { metadataUrl: expected },
})

const reject = (name: string, options: object): OptionsCase => ({
  name,
  options,
  expect: { code: 'invalid_options' },
})

const wellKnown = '/.well-known/oauth-protected-resource'
const introspection = { clientId: 'notes-server', clientSecret: 'secret' }

/** Options that replace those of the resource. */
export const resourceOptions: OptionsCase[] = [
  accept('https://mcp.example.com', `https://mcp.example.com${wellKnown}`),
  accept('https://mcp.example.com/', `https://mcp.example.com${wellKnown}`),
  accept('https://mcp.example.com/a/', `https://mcp.example.com${wellKnown}/a/`),
  accept('https://mcp.example.com:8443/mcp', `https://mcp.example.com:8443${wellKnown}/mcp`),
  accept('http://localhost:3000/mcp', `http://localhost:3000${wellKnown}/mcp`),
  accept('http://127.0.0.1:3000', `http://127.0.0.1:3000${wellKnown}`),
  accept('http://[::1]:3000/mcp', `http://[::1]:3000${wellKnown}/mcp`),
  reject('a resource without a scheme', { resource: 'mcp.example.com' }),
  reject('a resource with another scheme', { resource: 'ftp://mcp.example.com' }),
  reject('a resource over plain HTTP', { resource: 'http://mcp.example.com/mcp' }),
  reject('a resource over plain HTTP at a host that begins like localhost', {
    resource: 'http://localhost.example/mcp',
  }),
  reject('a resource with a fragment', { resource: `${resource.resource}#x` }),
  reject('a resource with an empty fragment', { resource: `${resource.resource}#` }),
  reject('a resource with a query', { resource: `${resource.resource}?tenant=1` }),
  reject('a resource with a password', { resource: 'https://a:b@mcp.example.com/mcp' }),
  reject('a resource in capitals', { resource: 'https://MCP.example.com/mcp' }),
  reject('a resource with dot segments', { resource: 'https://mcp.example.com/a/../mcp' }),
  reject('a resource with the usual port', { resource: 'https://mcp.example.com:443/mcp' }),
  reject('a resource with a space', { resource: 'https://mcp.example.com/a b' }),
  reject('an issuer without a scheme', { issuer: 'id.example.com' }),
  reject('an issuer with a query', { issuer: `${issuer}?x` }),
  reject('an address of the service that is none', { baseUrl: 'localhost' }),
  reject('a scope with a quotation mark', { scopes: ['a"b'] }),
  reject('a scope with a space', { scopesSupported: ['a b'] }),
  reject('an empty scope', { scopes: [''] }),
  reject('a broader scope that is none', { impliedScopes: { 'a b': ['a'] } }),
  reject('introspection without a client', { introspection: { ...introspection, clientId: '' } }),
  reject('introspection without a secret', { introspection: { ...introspection, clientSecret: '' } }),
  reject('introspection with a blank secret', { introspection: { ...introspection, clientSecret: ' ' } }),
  reject('responses that count for a negative time', { introspection: { ...introspection, cacheSeconds: -1 } }),
  reject('responses that count for more than an hour', { introspection: { ...introspection, cacheSeconds: 3_601 } }),
]

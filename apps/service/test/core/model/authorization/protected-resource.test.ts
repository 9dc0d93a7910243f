import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listResourceProblems, listUriForms } from '../../../../src/core/model/authorization/protected-resource.ts'

const settings = { name: 'Files', scopes: [{ name: 'read', description: 'Read' }], allowedGroups: [] }

const forms: readonly [asked: string, forms: readonly string[]][] = [
  ['https://mcp.example.com', ['https://mcp.example.com', 'https://mcp.example.com/']],
  ['https://mcp.example.com/', ['https://mcp.example.com', 'https://mcp.example.com/']],
  ['HTTPS://MCP.Example.com:8443', ['https://mcp.example.com:8443', 'https://mcp.example.com:8443/']],
  ['https://MCP.example.com/Files', ['https://mcp.example.com/Files']],
  ['https://mcp.example.com/files/', ['https://mcp.example.com/files/']],
  ['https://mcp.example.com/?a=1', ['https://mcp.example.com/?a=1']],
  ['https://mcp.example.com#part', ['https://mcp.example.com#part']],
  ['urn:files', ['urn:files']],
  ['mcp.example.com', ['mcp.example.com']],
  ['', ['']],
]

for (const [asked, expected] of forms)
  test(`a request for ${asked || 'nothing'} finds what is registered as ${expected.join(' or ')}`, () => {
    assert.deepEqual(listUriForms(asked), expected)
  })

for (const uri of [
  'https://mcp.example.com',
  'https://mcp.example.com/',
  'https://mcp.example.com:8443/files',
  'https://mcp.example.com/files?tenant=1',
  'http://localhost:3000/mcp',
  'http://127.0.0.1:3000',
  'http://[::1]:3000/mcp',
])
  test(`${uri} can be a resource`, () => {
    assert.deepEqual(listResourceProblems({ uri, ...settings }), [])
  })

const invalid: readonly [uri: string, problem: RegExp][] = [
  ['http://mcp.example.com', /use https; http is only possible on localhost/],
  ['https://mcp.example.com#part', /remove the fragment/],
  ['https://user:pass@mcp.example.com', /remove the username/],
  ['https://MCP.example.com', /write it as https:\/\/mcp.example.com,/],
  ['https://mcp.example.com:443/files', /write it as https:\/\/mcp.example.com\/files,/],
  ['https://mcp.example.com/a/../files', /write it as https:\/\/mcp.example.com\/files,/],
  ['https://*.example.com', /there are no wildcards/],
  ['urn:files', /use https/],
  ['files', /it is not a URL/],
]

for (const [uri, problem] of invalid)
  test(`${uri} can't be a resource`, () => {
    const [found = '', ...others] = listResourceProblems({ uri, ...settings })
    assert.match(found, problem)
    assert.deepEqual(others, [])
  })

test('scopes have names of their own, which OpenID Connect does not define, and descriptions', () => {
  const scopes = ['read', 'read', 'openid', 'email'].map((name) => ({ name, description: 'In words' }))
  const problems = listResourceProblems({
    uri: 'https://mcp.example.com',
    ...settings,
    name: ' ',
    scopes: [...scopes, { name: 'write', description: ' ' }],
  })
  assert.deepEqual(problems, [
    'name must be one line of 1 to 64 characters',
    'scopes: read is listed more than once',
    'scopes: openid belongs to OpenID Connect: use another name',
    'scopes: email belongs to OpenID Connect: use another name',
    'scopes: write needs a description',
  ])
})

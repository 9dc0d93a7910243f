import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { findScopeProblems, findUriProblem, isComplete, readScopes } from '../src/resources/draft.ts'
import { createServerCode } from '../src/resources/server-code.ts'

const blank = { name: ' ', description: '' }
const read = { name: 'files:read ', description: ' Read your files' }

test('a blank line is no permission, and spaces around the others are removed', () => {
  assert.deepEqual(readScopes([blank, read]), [{ name: 'files:read', description: 'Read your files' }])
  assert.ok(isComplete({ name: 'Files', scopes: [blank, read], allowedGroups: [] }))
  assert.equal(isComplete({ name: ' ', scopes: [read], allowedGroups: [] }), false)
})

for (const [scope, problems] of [
  [
    { name: 'files:read', description: 'Again' },
    { name: 'This scope is listed already', description: undefined },
  ],
  [
    { name: 'files read', description: 'Read' },
    { name: 'Use no spaces and no quotation marks', description: undefined },
  ],
  [
    { name: 'email', description: 'Read' },
    { name: 'OpenID Connect has this scope: use another name', description: undefined },
  ],
  [
    { name: '', description: 'Read' },
    { name: 'Enter a scope such as files:read', description: undefined },
  ],
  [
    { name: 'files:write', description: '' },
    { name: undefined, description: 'Say what it allows: users read this' },
  ],
] as const)
  test(`the scope "${scope.name}" with the description "${scope.description}" can't be saved`, () => {
    assert.deepEqual(findScopeProblems([read, scope], 1), problems)
    assert.equal(isComplete({ name: 'Files', scopes: [read, scope], allowedGroups: [] }), false)
  })

for (const [uri, problem] of [
  ['', undefined],
  ['https://mcp.example.com/files', undefined],
  ['http://localhost:3000/mcp', undefined],
  ['http://[::1]:3000', undefined],
  ['http://mcp.example.com', 'Use https; only localhost can have http'],
  ['https://mcp.example.com/#part', 'Remove the part after #'],
  ['mcp.example.com', 'Enter an address such as https://mcp.example.com/files'],
] as const)
  test(`${uri || 'no URI'} ${problem ? "can't be" : 'can be'} the URI of an API`, () => {
    assert.equal(findUriProblem(uri), problem)
  })

test('the code of a server names its permissions, if it has any', () => {
  const uri = "https://mcp.example.com/it's"
  const code = createServerCode('https://id.example.com', {
    uri,
    scopes: [{ name: 'files:read', description: 'Read' }],
  })
  assert.match(code, /^ {2}resource: 'https:\/\/mcp\.example\.com\/it\\'s',\n {2}scopesSupported: \['files:read'\],$/m)
  assert.doesNotMatch(createServerCode('https://id.example.com', { uri, scopes: [] }), /scopesSupported/)
})

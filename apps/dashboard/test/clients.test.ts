import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { clientFields } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { describeClient } from '@thumbturn/examples/openid/fill.ts'
import { programs } from '@thumbturn/examples/openid/programs.ts'
import { findField, findFieldProblem, groups, isShown, labels, readValues, toPatch } from '../src/clients/fields.ts'
import { matchProgram, parseOrigin } from '../src/clients/match-program.ts'
import type { Client } from '../src/clients/queries.ts'

const client: Client = {
  id: 'q8Zb1nYx0mW3kT5rV7uJ2A',
  name: 'Grafana',
  type: 'web',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
  postLogoutRedirectUris: [],
  authMethod: 'client_secret_basic',
  grantTypes: ['authorization_code', 'refresh_token'],
  requirePkce: true,
  scopes: ['openid'],
  resources: [],
  allowedGroups: [],
  consent: 'ask',
  idTokenAlg: 'RS256',
  userinfoAlg: 'none',
  subjectType: 'public',
  accessTokenSeconds: 600,
  idTokenSeconds: 600,
  refreshTokenSeconds: 2_592_000,
  refreshTokenAbsoluteSeconds: 15_552_000,
  requirePar: false,
  dpop: 'optional',
  claims: { team: 'department' },
  disabled: false,
  secrets: [],
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
}

test('every field of a client is on the page once, except those that have another place', () => {
  const shown = groups.flatMap(({ fields }) => fields)
  assert.deepEqual([...shown, 'type', 'jwks', 'disabled'].sort(), Object.keys(clientFields).sort())
  assert.deepEqual(Object.keys(labels).sort(), shown.toSorted())
})

test('the form accepts the values of a client, and sends claims as they came', () => {
  const values = readValues(client)
  for (const [name, value] of Object.entries(values) as [keyof typeof values, unknown][]) {
    assert.equal(findFieldProblem(name, value), undefined, name)
    assert.ok(findField(name).kind, name)
  }
  assert.deepEqual(values.claims, ['team=department'])
  assert.deepEqual(toPatch({ claims: values.claims, name: 'Charts' }), {
    claims: { team: 'department' },
    name: 'Charts',
  })
})

for (const [name, value, problem] of [
  ['name', '', 'Must not be empty'],
  ['accessTokenSeconds', 29, 'Must be at least 30'],
  ['claims', ['team'], '“team” must be a claim and its source, such as team=department'],
  ['redirectUris', ['https://a.example/ b'], '“https://a.example/ b” must be printable ASCII without spaces'],
] as const)
  test(`${name} ${JSON.stringify(value)}: ${problem}`, () => assert.equal(findFieldProblem(name, value), problem))

test('a machine has no fields about users, and only a client that authenticates has an authentication', () => {
  const values = readValues(client)
  const machine = { ...values, grantTypes: ['client_credentials'] }
  assert.equal(isShown('consent', client, values), true)
  assert.equal(isShown('consent', { type: 'machine' }, machine), false)
  assert.equal(isShown('redirectUris', { type: 'machine' }, machine), false)
  assert.equal(isShown('authMethod', { type: 'machine' }, machine), true)
  assert.equal(isShown('authMethod', { type: 'native' }, values), false)
  assert.equal(isShown('sector', client, { ...values, subjectType: 'pairwise' }), true)
})

test('the program of a client is found by its redirect URIs', () => {
  for (const program of programs.filter(({ id }) => !['portainer', 'proxmox'].includes(id)))
    assert.deepEqual(matchProgram(describeClient(program, 'https://a.example/sub')), {
      program,
      origin: 'https://a.example/sub',
    })
  assert.equal(matchProgram({ redirectUris: ['https://pve.example:8006'] })?.origin, 'https://pve.example:8006')
  assert.equal(matchProgram({ redirectUris: ['https://a.example/callback'] }), undefined)
  assert.equal(matchProgram({ redirectUris: ['com.example.app:/callback'] }), undefined)
  assert.equal(matchProgram({ redirectUris: ["https://a.example/';date;'/login/generic_oauth"] }), undefined)
})

for (const [typed, origin] of [
  ['grafana.example.com', 'https://grafana.example.com'],
  [' https://Example.com/grafana/ ', 'https://example.com/grafana'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['ftp://example.com', undefined],
  ['https://example.com/?a=b', undefined],
  ["https://example.com/';date;'", undefined],
  ['https://example.com/$(date)', undefined],
  ['', undefined],
] as const)
  test(`the address ${JSON.stringify(typed)} is read as ${origin}`, () => assert.equal(parseOrigin(typed), origin))

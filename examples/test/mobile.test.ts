import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { currentApi } from '@thumbturn/contract/current/api.ts'
import type { Route } from '@thumbturn/contract/route.ts'
import { findSyntaxErrors, languages } from './languages.ts'

// These samples don't run here. The tests check their syntax with the grammar of the language, and that the contract
// has every path and every field that they name.

const folder = join(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(folder, path), 'utf8')
const files = globSync('{kotlin,swift,objective-c,dart}/*', { cwd: folder }).sort()

for (const file of files) {
  test(`${file} is well-formed`, () => {
    assert.deepEqual(findSyntaxErrors(languages[file.split('.').at(-1)!]!, source(file)), [])
  })
}

test('what is not well-formed is found, in every language', () => {
  for (const file of files) {
    const broken = source(file).replace(/[)}](?=[^)}]*$)/, '')
    if (/[)}]/.test(source(file)))
      assert.notDeepEqual(findSyntaxErrors(languages[file.split('.').at(-1)!]!, broken), [], file)
  }
})

/** Patterns of each language for sent and received fields; the capture is the field's name. */
const clients: Record<string, { sent: RegExp; read: RegExp; body: RegExp }> = {
  'dart/passkeys.dart': {
    body: /'POST', '(\/[^']+)', body: \{([\s\S]*?\n {4}\})/g,
    sent: /'(\w+)':/g,
    read: /\['(\w+)'\]/g,
  },
  'swift/Passkeys.swift': {
    body: /post\("(\/[^"]+)", \[([\s\S]*?\n {8}\])/g,
    sent: /"(\w+)":/g,
    read: /^ {8}let (\w+): [\w[\]]+$/gm,
  },
  'objective-c/Passkeys.m': {
    body: /body = @\{([\s\S]*?\n {4}\});\s*\[_service call:@"POST" path:@"(\/[^"]+)"/g,
    sent: /@"(\w+)" :/g,
    read: /\[@"(\w+)"\]/g,
  },
}

const routes = Object.values(currentApi.routes) as Route[]
const routeAt = (path: string) => routes.find((route) => route.method === 'POST' && route.path === path)

/** Fields of the platforms' own passkey APIs (WebAuthn §5.1, PublicKeyCredential as JSON). */
const ofCredentials = ['id', 'response', 'transports', 'attestationObject', 'userHandle']

for (const [file, { body, sent, read }] of Object.entries(clients)) {
  const text = source(file)
  const calls = [...text.matchAll(body)].map(([, one, other]) =>
    one!.startsWith('/') ? { path: one!, members: named(other!, sent) } : { path: other!, members: named(one!, sent) },
  )

  test(`${file} sends to every path what the contract asks for there, and nothing else`, () => {
    const paths = ['/reg/init', '/reg/complete', '/auth/init', '/auth/complete', '/tx/init', '/tx/complete']
    assert.deepEqual(
      calls.map(({ path }) => path),
      paths,
    )
    for (const { path, members } of calls) {
      const schema = routeAt(path)!.body as Schema
      const known = listProperties(schema)
      assert.deepEqual(
        members.filter((name) => !known.has(name)),
        [],
        path,
      )
      const missing = (schema.required ?? []).filter((name) => !members.includes(name))
      assert.deepEqual(missing, [], path)
    }
    assert.match(text, /"?'?\/passkeys"?'?/)
    assert.match(text, /\/passkeys\/(["']|\$|\\)/)
  })

  test(`${file} reads of answers only what the contract says is there`, () => {
    const said = calls.map(({ path }) => routeAt(path)!.result as Schema)
    const passkeys = routes.find(({ path, method }) => method === 'GET' && path === '/passkeys')!.result as Schema
    const known = new Set([...said, passkeys].flatMap((schema) => [...listProperties(schema)]))
    const allowed = [...known, ...ofCredentials, ...calls.flatMap(({ members }) => members)]
    const names = named(text, read)
    assert.ok(names.length > 8)
    assert.deepEqual(
      names.filter((name) => !allowed.includes(name)),
      [],
    )
  })
}

function named(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))]
}

type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** The names of all fields of a schema, at any depth. */
function listProperties({ properties = {}, items, anyOf = [] }: Schema): Set<string> {
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return new Set([...Object.keys(properties), ...inside.flatMap((schema) => [...listProperties(schema)])])
}

import assert from 'node:assert/strict'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { findRedirectProblem } from '../../src/core/model/authorization/client-addresses.ts'
import { addParameters, isLoopback, isRegistered } from '../../src/core/model/authorization/redirect-uri.ts'

const isLoopbackUrl = (url: URL | null) =>
  url?.protocol === 'http:' && /^(?:127\.0\.0\.1|\[::1\]|(?:[\w-]+\.)*localhost)$/i.test(url.hostname)

/** As browsers read both, they differ in the port of the user's own machine at most. */
function requireSamePlace(registered: string, wanted: string) {
  const [left, right] = [new URL(registered), new URL(wanted)]
  assert.ok(isLoopbackUrl(left) && isLoopbackUrl(right), wanted)
  left.port = ''
  right.port = ''
  assert.equal(right.href, left.href)
}

/** The client gets the parameters at the address that it registered, and at no other. */
function requireReturn(uri: string) {
  const [before, after] = [new URL(uri), new URL(addParameters(uri, { state: 'a b&c', code: 'd', error: undefined }))]
  assert.deepEqual([after.protocol, after.host, after.pathname], [before.protocol, before.host, before.pathname])
  assert.deepEqual(
    [after.searchParams.getAll('state').at(-1), after.searchParams.getAll('code').at(-1)],
    ['a b&c', 'd'],
  )
  assert.ok(after.search.startsWith(before.search))
}

export const target: FuzzTarget = {
  promise:
    'a redirect URI counts as registered only if it is the same text, or leads to another port of the same address of the user’s own machine, and a client gets its parameters exactly there',
  sources: ['apps/service/src/core/model/authorization/{client-addresses,redirect-uri}.ts'],
  // A registered address, and one that a request asks for.
  seeds: [
    'https://client.example/cb?a=b\nhttps://client.example/cb?a=b',
    'http://127.0.0.1/cb\nhttp://127.0.0.1:49152/cb',
    'http://[::1]:1/\nhttp://[::1]/',
    'http://app.localhost:3000?x\nhttp://app.localhost?x',
    'com.example.app:/cb\ncom.example.app:/cb',
  ],
  words: [
    'http://127.0.0.1',
    'http://localhost:',
    'http://[::1]',
    '@evil.example',
    '.evil.example',
    '%2e',
    '\\',
    '/..',
    '?',
    '#',
  ],
  longest: 1_024,
  run(input) {
    const [registered = '', wanted = ''] = input.toString().split('\n')
    if (isLoopback(wanted)) assert.ok(URL.parse(wanted) === null || isLoopbackUrl(URL.parse(wanted)), wanted)
    if (findRedirectProblem(registered, 'native') !== undefined) return false
    requireReturn(registered)
    const client = { redirectUris: [registered], type: 'native' } as const
    if (!isRegistered(client, wanted)) return false
    if (wanted !== registered) requireSamePlace(registered, wanted)
    return true
  },
  planted: {
    without: 'the end of the host in the pattern of loopback addresses',
    file: 'apps/service/src/core/model/authorization/redirect-uri.ts',
    check: '(?=[/?]|$)',
  },
}

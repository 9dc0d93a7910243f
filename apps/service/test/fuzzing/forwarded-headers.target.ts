import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { clientAddresses, forwardedRequests } from '../../src/http/client-address.ts'

const trusted = ['10.0.0.0/8', 'fd00::/8']
const readAddress = clientAddresses(trusted)
const readRequest = forwardedRequests(trusted)

const parse = (text: string): [name: string, value: string][] =>
  text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]]
  })

/** A request as Node would pass it on: values of a header that was sent twice are joined. */
function createRequest(lines: readonly [string, string][], remoteAddress: string): IncomingMessage {
  const byName = Map.groupBy(lines, ([name]) => name.toLowerCase())
  const joined = [...byName].map(([name, all]) => [name, all.map(([, value]) => value).join(', ')])
  return { socket: { remoteAddress }, rawHeaders: lines.flat(), headers: Object.fromEntries(joined) } as never
}

const listValues = (lines: readonly [string, string][], wanted: string) =>
  lines.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)

/** Of a header that was sent twice, which one counts would depend on the program. */
function requireSingle(lines: readonly [string, string][], wanted: string, read: string | undefined) {
  const values = listValues(lines, wanted)
  assert.equal(read, values.length === 1 && values[0] !== '' ? values[0] : undefined)
}

/** Clients choose what is before their own address. */
function requireUnspoofable(lines: readonly [string, string][], address: string) {
  const isTrusted = address.startsWith('10.') || /^f[cd]/.test(address)
  if (isTrusted) return
  const spoofed = lines.map(([name, value]): [string, string] =>
    name.toLowerCase() === 'x-forwarded-for' ? [name, `203.0.113.99, ${value}`] : [name, value],
  )
  const first = spoofed.findIndex(([name]) => name.toLowerCase() === 'x-forwarded-for')
  const changed = lines.map((line, index) => (index === first ? spoofed[index]! : line))
  assert.equal(readAddress(createRequest(changed, '10.0.0.1')), address)
}

export const target: FuzzTarget = {
  promise:
    'forwarded headers are read without an error: of an untrusted peer nothing, of a trusted one only headers that it sent once, and an address that no client can choose by what it sends before its own',
  sources: ['apps/service/src/http/client-address.ts'],
  seeds: [
    'X-Forwarded-For: 192.0.2.1, 10.0.0.2\nX-Forwarded-Host: Wiki.Example.com:443\nX-Forwarded-Method: GET\nX-Forwarded-Uri: /a?b',
    'x-forwarded-for: [2001:db8::1]:443, 198.51.100.7:80\nx-forwarded-for: ::ffff:192.0.2.3',
    'X-Forwarded-Host: a\nX-Forwarded-Host: b\nSec-Fetch-Mode: navigate\nSec-Fetch-Site: same-origin',
    'X-Forwarded-For: fe80::1%eth0, unknown, 010.1.1.1\nAccept: text/html\nUpgrade: websocket',
  ],
  words: [
    'X-Forwarded-For: ',
    'X-Forwarded-Uri: ',
    'x-forwarded-host: ',
    ', ',
    '0x7f.1',
    '::1',
    '10.0.0.3',
    '192.0.2.1',
    '\n',
  ],
  run(input) {
    const lines = parse(input.toString('latin1'))
    const address = readAddress(createRequest(lines, '10.0.0.1'))!
    assert.notEqual(isIP(address), 0)
    requireUnspoofable(lines, address)
    assert.equal(readAddress(createRequest(lines, '192.0.2.200')), '192.0.2.200')
    assert.equal(readRequest(createRequest(lines, '192.0.2.200')), undefined)
    const request = readRequest(createRequest(lines, '10.0.0.1'))!
    requireSingle(lines, 'x-forwarded-uri', request.uri)
    requireSingle(lines, 'x-forwarded-method', request.method)
    return request.host !== undefined
  },
  planted: {
    without: 'the check that a header was sent once',
    file: 'apps/service/src/http/client-address.ts',
    check: ' && rawHeaders.filter(isOther).length === 1',
  },
}

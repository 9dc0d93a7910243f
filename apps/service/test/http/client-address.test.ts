import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { toNetwork } from '../../src/core/use-cases/limits/network.ts'
import { clientAddresses } from '../../src/http/client-address.ts'

const proxies = ['10.0.0.0/8', 'fd00::/8', '192.0.2.7']
const read = clientAddresses(proxies)

/** The parts of a node:http request from that peer that matter here. */
const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

const cases: [what: string, peer: string, forwarded: string | undefined, expected: string][] = [
  ['an untrusted caller', '203.0.113.9', undefined, '203.0.113.9'],
  ['an untrusted sender that names another client', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a proxy that has nothing to say', '10.1.2.3', undefined, '10.1.2.3'],
  ['a proxy whose client forges the header', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['two proxies', '10.1.2.3', '198.51.100.1, 192.0.2.7, 10.9.9.9', '198.51.100.1'],
  ['nothing but proxies', '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['a mapped proxy', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['a mapped peer', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ['an IPv6 proxy', 'fd12::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['an address with a port', '10.1.2.3', '198.51.100.1:5678', '198.51.100.1'],
  ['an IPv6 address with a port', '10.1.2.3', '[2001:db8::1]:5678', '2001:db8::1'],
  ['a link-local peer with its zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['spaces and tabs', '10.1.2.3', ' \t198.51.100.1 \t', '198.51.100.1'],
]
for (const [what, peer, forwarded, expected] of cases) {
  test(`the address of ${what} is ${expected}`, () => assert.equal(read(from(peer, forwarded)), expected))
}

for (const [what, garbage] of [
  ['words', 'unknown'],
  ['an empty header', ''],
  ['commas', ',,,,'],
  ['10 kB', 'x'.repeat(10_240)],
  ['10 kB of commas', ','.repeat(10_240)],
  ['10 kB of proxies', '10.0.0.1,'.repeat(1_138)],
  ['half an address', '198.51.100'],
  ['an octal address', '0306.063.0144.01'],
  ['a number', '3325256705'],
  ['a line break', '198.51.100.1\r\nx: y'],
  ['a script', '<script>'],
  ['a range', '198.51.100.0/24'],
] as const) {
  test(`a proxy that forwards ${what} is itself the client address`, () => {
    assert.match(read(from('10.1.2.3', garbage)) ?? '', /^10\.(1\.2\.3|0\.0\.1)$/)
  })
  test(`a proxy that forwards an address before ${what} is itself the client address, because the source of the address is unknown`, () => {
    if (garbage.includes('10.0.0.1')) return
    assert.equal(read(from('10.1.2.3', `198.51.100.1, ${garbage}`)), '10.1.2.3')
  })
}

test('a connection without an address has no client address', () =>
  assert.equal(read(from(undefined, '198.51.100.1')), undefined))

test('an untrusted proxy on a private network is reported once, and a remote caller with a forged header never', () => {
  const observed: string[] = []
  const untrusting = clientAddresses([], (proxy) => observed.push(proxy))
  for (const peer of ['203.0.113.9', '127.0.0.1', '127.0.0.1', '10.0.0.1']) untrusting(from(peer, '198.51.100.1'))
  assert.deepEqual(observed, ['127.0.0.1'])
})

test('without trusted proxies, forwarding headers are ignored', () => {
  assert.equal(clientAddresses([])(from('127.0.0.1', '198.51.100.1')), '127.0.0.1')
})

test('all spellings of an IPv6 address are equal, and its /64 counts as one network', () => {
  const spellings = ['2001:db8:0:1::5', '2001:0DB8:0000:0001:0000:0000:0000:0005', '2001:db8:0:1:0:0:0.0.0.5']
  const addresses = spellings.map((spelling) => read(from('10.1.2.3', spelling)))
  assert.deepEqual([...new Set(addresses)], ['2001:db8:0:1::5'])
  assert.equal(toNetwork(addresses[0]!), toNetwork('2001:db8:0:1:ffff:ffff:ffff:ffff'))
  assert.notEqual(toNetwork(addresses[0]!), toNetwork('2001:db8:0:2::5'))
  assert.equal(toNetwork('198.51.100.1'), '198.51.100.1')
})

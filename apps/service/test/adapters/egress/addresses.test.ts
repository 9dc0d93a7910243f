import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedAddress, isPublicAddress, parseNetworks } from '../../../src/adapters/egress/addresses.ts'

const publicAddresses = ['93.184.215.14', '1.1.1.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14']

/** By what makes them none of the internet's own. */
const hiddenAddresses = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1'],
  'shared by carriers': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'],
  'a metadata service': ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  multicast: ['224.0.0.1', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '2001:db8::1', '3fff::1', '4000::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:10.0.0.1', '::7f00:1', '::127.0.0.1'],
  'translated by NAT64': ['64:ff9b::7f00:1', '64:ff9b::5db8:d70e', '64:ff9b:1::a00:1'],
  'translated by 6to4 or Teredo': ['2002:7f00:1::1', '2002:5db8:d70e::1', '2001:0:53aa:64c::1'],
}

test('addresses of the internet are public', () => {
  for (const address of publicAddresses) assert.ok(isPublicAddress(address), address)
})

for (const [what, addresses] of Object.entries(hiddenAddresses))
  test(`an address that is ${what} is not public`, () => {
    for (const address of addresses) assert.ok(!isPublicAddress(address), address)
  })

test('networks allow their own addresses in every spelling, and no others', () => {
  const networks = parseNetworks(['10.20.0.0/16', '192.168.1.7', 'fd00:1::/32'])
  for (const address of ['10.20.0.1', '::ffff:10.20.0.1', '192.168.1.7', 'fd00:1::5'])
    assert.ok(isAllowedAddress(address, networks), address)
  for (const address of ['10.21.0.1', '192.168.1.8', 'fd00:2::5', '127.0.0.1', '::a14:1', '64:ff9b::a14:1'])
    assert.ok(!isAllowedAddress(address, networks), address)
})

test('networks never allow metadata services and link-local addresses, also translated', () => {
  const networks = parseNetworks(['0.0.0.0/0', '::/0'])
  assert.ok(isAllowedAddress('64:ff9b::5db8:d70e', networks), 'a NAT64 gateway that the operator allows')
  const translated = ['64:ff9b::a9fe:a9fe', '64:ff9b::a83f:8110', '2002:a9fe:a9fe::1', '::ffff:0:169.254.169.254']
  for (const address of [...hiddenAddresses['a metadata service'], ...hiddenAddresses['link-local'], ...translated])
    assert.ok(!isAllowedAddress(address, networks), address)
})

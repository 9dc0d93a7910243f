import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import { isPublicAddress, lookupPublic } from '../../src/adapters/egress/addresses.ts'
import { checkWellKnownFiles, judgeFile, listNeededFiles } from '../../src/cli/check-well-known.ts'
import { reach } from '../../src/cli/reach.ts'

const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
const shop = application('shop')
const settings = {
  ...shop.settings,
  relatedOrigins: ['https://example.net', 'https://example.org'],
  androidApps: [`com.example.app=${fingerprint}`],
  appleApps: ['A1B2C3D4E5.com.example.app'],
  passkeyEnrollUrl: 'https://example.com/passkeys/new',
  passkeyManageUrl: 'https://example.com/passkeys',
}
const served = (value: unknown, status = 200) => ({
  response: { status, date: undefined, text: typeof value === 'string' ? value : JSON.stringify(value) },
})

test('an application needs the files that its settings require, on the host of its RP ID', () => {
  const files = listNeededFiles({ ...shop, settings })
  assert.deepEqual(
    files.map(({ url, setting }) => [url, setting]),
    [
      ['https://example.com/.well-known/webauthn', 'relatedOrigins'],
      ['https://example.com/.well-known/assetlinks.json', 'androidApps'],
      ['https://example.com/.well-known/apple-app-site-association', 'appleApps'],
      ['https://example.com/.well-known/passkey-endpoints', 'passkeyEnrollUrl and passkeyManageUrl'],
    ],
  )
  assert.deepEqual(listNeededFiles(shop), [])
  assert.deepEqual(listNeededFiles({ ...shop, rpId: 'localhost', settings }), [])
})

test('a file with everything that is needed is good, whatever else it contains', () => {
  for (const file of listNeededFiles({ ...shop, settings })) {
    assert.equal(judgeFile(file, served(file.content)).verdict, 'good')
    assert.equal(judgeFile(file, served({ others: [file.content, 'https://other.example'] })).verdict, 'good')
  }
})

test('a file that is missing, no JSON, or incomplete is a finding with its content and a command', () => {
  const [file] = listNeededFiles({ ...shop, settings })
  const cases = [
    [served('Not found', 404), /responds with 404/],
    [served('', 301), /responds with 301/],
    [served('<html>'), /is not JSON/],
    [served({ origins: ['https://example.net'] }), /lacks https:\/\/example\.org, so relatedOrigins does not work/],
  ] as const
  for (const [reached, says] of cases) {
    const finding = judgeFile(file!, reached)
    assert.equal(finding.verdict, 'broken')
    assert.match(finding.says, says)
    assert.match(finding.advice ?? '', /curl -sS https:\/\/example\.com\/\.well-known\/webauthn$/)
    assert.deepEqual(JSON.parse(finding.expected ?? ''), { origins: settings.relatedOrigins })
  }
})

test('only addresses on the internet are public', () => {
  for (const address of ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
    assert.ok(isPublicAddress(address), address)
  const others = ['127.0.0.1', '10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  for (const address of [...others, '::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '224.0.0.1'])
    assert.ok(!isPublicAddress(address), address)
})

test('a host with a private address is never connected to', async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  t.after(() => server.close())
  const { port } = server.address() as { port: number }
  await assert.rejects(
    reach(`https://localhost:${port}/`, lookupPublic),
    /^BlockedAddress: localhost has no public address$/,
  )
  assert.equal(connections, 0)
})

test('a host that is not reached is a warning with the content and a command', async () => {
  const findings = await checkWellKnownFiles({ ...shop, rpId: 'shop.invalid', settings })
  assert.equal(findings.length, 4)
  for (const { verdict, says, advice, expected } of findings) {
    assert.equal(verdict, 'warning')
    assert.match(says, /^https:\/\/shop\.invalid\/\.well-known\/\S+ was not checked from here: /)
    assert.match(advice ?? '', /curl -sS https:\/\/shop\.invalid/)
    assert.ok(expected)
  }
})

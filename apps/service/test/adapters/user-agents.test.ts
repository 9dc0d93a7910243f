import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bowserUserAgents } from '../../src/adapters/user-agents.ts'
import { withUserAgent } from '../../src/core/model/devices/user-agent.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

for (const [what, header, clientName, osName] of [
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge',
    'Windows',
  ],
  [
    'Safari on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Firefox on Linux', firefox, 'Firefox', 'Linux'],
] as const) {
  test(`${what} is detected from its User-Agent`, () => {
    const read = bowserUserAgents.read(header)
    assert.deepEqual([read.clientName, read.osName], [clientName, osName])
  })
}

const filler = 'x'.repeat(10_000)

for (const [what, header] of [
  ['empty', ''],
  ['only spaces', '   '],
  ['10,000 letters', filler],
  ['10,000 brackets', '('.repeat(10_000)],
  ['10,000 spaces', `Mozilla/5.0${' '.repeat(10_000)}(`],
  ['a version without end', `Chrome/${'1.'.repeat(5_000)}`],
  ['many products', 'version/1 '.repeat(1_000)],
  ['markup', '<script>alert(1)</script>/1.0 x'],
  ['bytes beyond ASCII', 'Bröwser/1.0 (ÿþý)'],
] as const) {
  test(`a User-Agent that is ${what} is harmless`, () => {
    for (const text of Object.values(bowserUserAgents.read(header))) assert.ok(text === undefined || text.length <= 48)
  })
}

test('what a client reports takes precedence, and a version never comes from a different source than its name', () => {
  const filled = (said: object, header?: string) => withUserAgent(bowserUserAgents, said, header)
  assert.deepEqual(filled({}, firefox), { clientName: 'Firefox', clientVersion: '145.0', osName: 'Linux' })
  assert.deepEqual(filled({ clientName: 'My app' }, firefox), { clientName: 'My app', osName: 'Linux' })
  assert.deepEqual(filled({ osName: 'Debian', osArch: 'x86' }, firefox), {
    osName: 'Debian',
    osArch: 'x86',
    clientName: 'Firefox',
    clientVersion: '145.0',
  })
  assert.deepEqual(filled({ clientVersion: '1' }, 'nothing known'), { clientVersion: '1' })
  assert.deepEqual(filled({ clientVersion: '1' }), { clientVersion: '1' })
})

test('the header is ignored if the client reports browser and system', () => {
  const unread = { read: () => assert.fail('it was read') }
  const said = { clientName: 'Chrome', osName: 'Linux' }
  assert.equal(withUserAgent(unread, said, firefox), said)
})

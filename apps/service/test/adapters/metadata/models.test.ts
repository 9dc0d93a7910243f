import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aaguid, installation } from '@thumbturn/service-harness/metadata-installation.ts'
import { blob, entry, now, otherRoot, payload, root } from '@thumbturn/service-harness/metadata-service.ts'
import { openMetadata } from '../../../src/adapters/metadata.ts'
import { zeroAaguid } from '../../../src/core/model/aaguids/aaguid.ts'

test('a model of a valid list has its name, icon, algorithms, and trust anchors', async (t) => {
  const metadata = installation(t, blob()).opened()
  await metadata.reload()
  assert.deepEqual(metadata.findStatement(aaguid), {
    aaguid,
    name: 'Test Key 1',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    iconDark: undefined,
    status: 'good',
    report: undefined,
    certification: 'L1',
    keyProtection: [],
    reports: [certified],
    attestationTypes: ['basic_full'],
    algorithms: [-7],
  })
  assert.deepEqual(metadata.trustAnchors('packed', aaguid), [root.der])
  assert.equal(metadata.trustAnchors('packed', aaguid)[0], metadata.trustAnchors('packed', aaguid)[0])
  assert.deepEqual(metadata.listed(), [metadata.findStatement(aaguid)])
  assert.deepEqual(metadata.state(), { no: 7, nextUpdate: '2026-12-01', models: 1, stale: false, problem: undefined })
})

test('an unknown model has no statement and no anchor', async (t) => {
  const metadata = installation(t, blob()).opened()
  await metadata.reload()
  assert.equal(metadata.findStatement('11112233-4455-6677-8899-aabbccddeeff'), undefined)
  assert.deepEqual(metadata.trustAnchors('packed', '11112233-4455-6677-8899-aabbccddeeff'), [])
})

test('without a source there is no metadata, and nothing is loaded', async () => {
  const metadata = openMetadata({ source: undefined, folder: '/nowhere', now: () => now })
  metadata.start({ info: assert.fail, warn: assert.fail })
  await metadata.reload()
  assert.deepEqual([metadata.trustAnchors('packed', aaguid), metadata.listed()], [[], []])
  assert.deepEqual(metadata.state(), { models: 0, stale: false })
})

const certified = { status: 'FIDO_CERTIFIED_L1', effectiveDate: '2024-02-01' }

for (const [what, reports, report] of [
  ['certified', [certified], undefined],
  ['never reported on', [], undefined],
  ['revoked', [certified, { status: 'REVOKED', effectiveDate: '2025-01-01' }], 'REVOKED'],
  ['bypassed', [certified, { status: 'USER_VERIFICATION_BYPASS' }], 'USER_VERIFICATION_BYPASS'],
  [
    'of a compromised attestation key',
    [certified, { status: 'ATTESTATION_KEY_COMPROMISE', effectiveDate: '2026-11-20' }],
    'ATTESTATION_KEY_COMPROMISE',
  ],
  [
    'remotely compromised',
    [certified, { status: 'USER_KEY_REMOTE_COMPROMISE', effectiveDate: '2025-01-01' }],
    'USER_KEY_REMOTE_COMPROMISE',
  ],
  [
    'physically compromised',
    [certified, { status: 'USER_KEY_PHYSICAL_COMPROMISE', effectiveDate: '2025-01-01' }],
    'USER_KEY_PHYSICAL_COMPROMISE',
  ],
  [
    'compromised from tomorrow on',
    [certified, { status: 'USER_KEY_REMOTE_COMPROMISE', effectiveDate: '2026-11-21' }],
    undefined,
  ],
  [
    'compromised on a day that cannot be read',
    [certified, { status: 'USER_KEY_REMOTE_COMPROMISE', effectiveDate: 'soon' }],
    'USER_KEY_REMOTE_COMPROMISE',
  ],
  [
    'compromised with no other report and a day that cannot be read',
    [{ status: 'REVOKED', effectiveDate: 'soon' }],
    'REVOKED',
  ],
  [
    'compromised and certified anew',
    [
      { status: 'USER_VERIFICATION_BYPASS', effectiveDate: '2025-01-01' },
      { status: 'FIDO_CERTIFIED_L2', effectiveDate: '2025-06-01' },
    ],
    undefined,
  ],
  [
    'compromised and only updated since',
    [
      { status: 'USER_VERIFICATION_BYPASS', effectiveDate: '2025-01-01' },
      { status: 'UPDATE_AVAILABLE', effectiveDate: '2025-06-01' },
    ],
    'USER_VERIFICATION_BYPASS',
  ],
  [
    'revoked and certified anew',
    [
      { status: 'REVOKED', effectiveDate: '2025-01-01' },
      { status: 'FIDO_CERTIFIED_L2', effectiveDate: '2025-06-01' },
    ],
    'REVOKED',
  ],
  [
    'compromised, listed before an older certification',
    [{ status: 'USER_VERIFICATION_BYPASS', effectiveDate: '2025-01-01' }, certified],
    'USER_VERIFICATION_BYPASS',
  ],
] as const) {
  test(`a model that is ${what} is ${report ? 'compromised and has no anchors' : 'good'}`, async (t) => {
    const metadata = installation(t, blob(payload({ entries: [entry(aaguid, { reports: [...reports] })] }))).opened()
    await metadata.reload()
    const { status, report: found } = metadata.findStatement(aaguid)!
    assert.deepEqual([status, found], [report ? 'compromised' : 'good', report])
    assert.equal(metadata.trustAnchors('packed', aaguid).length, report ? 0 : 1)
  })
}

const report = (status: string, effectiveDate = '2024-02-01') => ({ status, effectiveDate })

for (const [what, reports, level] of [
  ['never reported on', [], undefined],
  ['not certified', [report('NOT_FIDO_CERTIFIED')], undefined],
  ['certified before there were levels', [report('FIDO_CERTIFIED')], 'L1'],
  ['certified at level 1+', [report('FIDO_CERTIFIED_L1plus')], 'L1+'],
  ['certified at level 2 after level 1', [report('FIDO_CERTIFIED_L2', '2025-01-01'), certified], 'L2'],
  ['certified at level 1 after level 2', [certified, report('FIDO_CERTIFIED_L2', '2023-01-01')], 'L1'],
  ['certified at level 3 from tomorrow on', [certified, report('FIDO_CERTIFIED_L3', '2026-11-21')], 'L1'],
  ['certified at level 3+ and updated since', [report('FIDO_CERTIFIED_L3plus'), report('UPDATE_AVAILABLE')], 'L3+'],
  ['certified, and no longer so', [certified, report('NOT_FIDO_CERTIFIED', '2025-01-01')], undefined],
  ['certified and compromised', [report('FIDO_CERTIFIED_L3'), report('REVOKED', '2025-01-01')], undefined],
  ['certified in a way that is not known', [report('FIDO_CERTIFIED_L9')], undefined],
] as const) {
  test(`a model that is ${what} has ${level ? `the level ${level}` : 'no level'}`, async (t) => {
    const metadata = installation(t, blob(payload({ entries: [entry(aaguid, { reports: [...reports] })] }))).opened()
    await metadata.reload()
    assert.equal(metadata.findStatement(aaguid)?.certification, level)
  })
}

for (const [what, keyProtection, expected] of [
  ['two kinds', ['secure_element', 'hardware'], ['hardware', 'secure_element']],
  ['a kind that is not known', ['hardware', 'magic', 7], ['hardware']],
  ['a number', 2, []],
  ['nothing', undefined, []],
] as const) {
  test(`a model whose statement says ${what} about its keys is listed with ${expected.length} kinds`, async (t) => {
    const entries = [entry(aaguid, { statement: { keyProtection } })]
    const metadata = installation(t, blob(payload({ entries }))).opened()
    await metadata.reload()
    assert.deepEqual(metadata.findStatement(aaguid)?.keyProtection, expected)
  })
}

test('the algorithms that an authenticator reports count in addition to those that its statement names', async (t) => {
  const algorithms = [{ type: 'public-key', alg: -7 }, { type: 'public-key', alg: -48 }, null, { alg: 'x' }]
  const entries = [entry(aaguid, { statement: { authenticatorGetInfo: { algorithms } } })]
  const metadata = installation(t, blob(payload({ entries }))).opened()
  await metadata.reload()
  assert.deepEqual(metadata.findStatement(aaguid)?.algorithms, [-7, -48])
})

test('a report takes effect on its day, without a new list', async (t) => {
  const reports = [certified, { status: 'REVOKED', effectiveDate: '2026-11-25' }]
  const { opened, clock } = installation(t, blob(payload({ entries: [entry(aaguid, { reports })] })))
  const metadata = opened()
  await metadata.reload()
  assert.equal(metadata.findStatement(aaguid)?.status, 'good')
  clock.now = Date.parse('2026-11-25')
  assert.equal(metadata.findStatement(aaguid)?.status, 'compromised')
})

test('U2F models share their anchors, except those of a compromised model', async (t) => {
  const u2f = (anchor: Buffer, reports?: object[]) =>
    entry(undefined, {
      reports,
      statement: { protocolFamily: 'u2f', attestationRootCertificates: [anchor.toString('base64')] },
    })
  const revoked = [{ status: 'REVOKED' }]
  const entries = [u2f(root.der), u2f(otherRoot.der), u2f(otherRoot.der, revoked)]
  const metadata = installation(t, blob(payload({ entries }))).opened()
  await metadata.reload()
  assert.deepEqual(metadata.trustAnchors('fido-u2f', zeroAaguid), [root.der])
  assert.deepEqual(metadata.trustAnchors('packed', zeroAaguid), [])
  assert.deepEqual(metadata.listed(), [])
})

for (const [what, odd] of [
  ['text', 'hello'],
  ['null', null],
  ['an entry without reports', { ...entry('11112233-4455-6677-8899-aabbccddeeff'), statusReports: undefined }],
  [
    'an entry whose reports are no list',
    { ...entry('11112233-4455-6677-8899-aabbccddeeff'), statusReports: 'REVOKED' },
  ],
  ['an entry without a statement', { ...entry('11112233-4455-6677-8899-aabbccddeeff'), metadataStatement: undefined }],
  ['a UAF model', { ...entry(undefined), aaid: '4e4e#4005' }],
  ['an entry with something else for an AAGUID', entry('__proto__')],
] as const) {
  test(`${what} among the entries is skipped, and the others are used`, async (t) => {
    const metadata = installation(t, blob(payload({ entries: [odd, entry(aaguid)] }))).opened()
    await metadata.reload()
    assert.deepEqual(
      metadata.listed().map((statement) => statement.aaguid),
      [aaguid],
    )
  })
}

for (const [what, icon] of [
  ['a web address', 'https://example.com/icon.png'],
  ['a document', 'data:text/html;base64,PGI+'],
  ['a script address', 'javascript:alert(1)'],
  ['markup after the image', 'data:image/png;base64,AAAA"><b>'],
  ['more than 256 kB', `data:image/png;base64,${'A'.repeat(300_000)}`],
] as const) {
  test(`an icon that is ${what} is dropped`, async (t) => {
    const metadata = installation(
      t,
      blob(payload({ entries: [entry(aaguid, { statement: { icon, iconDark: icon } })] })),
    ).opened()
    await metadata.reload()
    const { icon: light, iconDark } = metadata.findStatement(aaguid)!
    assert.deepEqual([light, iconDark], [undefined, undefined])
  })
}

test('names are one line of at most 128 characters', async (t) => {
  const description = `Key\n\u0000 of ${'x'.repeat(200)}`
  const metadata = installation(t, blob(payload({ entries: [entry(aaguid, { statement: { description } })] }))).opened()
  await metadata.reload()
  assert.equal(metadata.findStatement(aaguid)?.name, `Key  of ${'x'.repeat(120)}`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { registerElsewhere, userRecord } from '@thumbturn/service-harness/imports.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { newName, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { LineResult } from '../../../../src/core/model/imports/line.ts'
import { createApplication } from '../../../../src/core/use-cases/applications/create.ts'
import { exportUsers } from '../../../../src/core/use-cases/exports/export.ts'
import { createImporter } from '../../../../src/core/use-cases/imports/import.ts'

type Line = UserRecord | object | string

/** Each line's outcome, or the code of its rejection. */
const outcomes = (results: readonly LineResult[]) =>
  results.map((result) => (result.outcome === 'rejected' ? result.code : result.outcome))

const base64url = (text: string) => Buffer.from(text).toString('base64url')

const oneUser = (changes: Partial<UserRecord> = {}) => userRecord([registerElsewhere().record], changes)

eachEngine('an import', (fresh) => {
  const running = useService(fresh)

  const toLines = (lines: readonly Line[]) =>
    lines.map((line, at) => ({ number: at + 2, text: typeof line === 'string' ? line : JSON.stringify(line) }))

  function importerFor({ dryRun = false, application = running().application } = {}) {
    return createImporter(running().core, { backend: { application, keyId: 'key' }, dryRun })
  }

  const run = async (lines: readonly Line[], options?: Parameters<typeof importerFor>[0]) =>
    (await importerFor(options).run(toLines(lines))).results

  const messages = (results: readonly LineResult[]) =>
    results.map((result) => (result.outcome === 'rejected' ? result.msg : ''))

  test('writes every field, which an export returns', async () => {
    const { device, record } = registerElsewhere({ backupEligible: true })
    const about = {
      id: '2a8b1f0e-6c5d-4e3f-8a7b-9c0d1e2f3a4b',
      username: 'Ada.Whole@example.com',
      usernameType: 'email',
      displayName: 'Ada',
      status: 'inactive',
      createdAt: '2024-01-02T03:04:05.678Z',
      contacts: [
        {
          kind: 'email',
          address: 'ada.second@example.com',
          verifiedAt: '2024-01-03T00:00:00.000Z',
          messagingConsent: true,
          createdAt: '2024-01-02T03:04:05.678Z',
        },
        { kind: 'phone', address: '+4930901820', messagingConsent: false, createdAt: '2024-01-04T00:00:00.000Z' },
      ],
    } as const
    const passkey = {
      id: '3a8b1f0e-6c5d-4e3f-8a7b-9c0d1e2f3a4b',
      credentialId: record.credentialId,
      publicKeyCose: record.publicKeyCose!,
      publicKeySpki: device.credentials[0]!.key.spki.toString('base64url'),
      algorithm: -7,
      userHandle: record.userHandle!,
      signCount: 4_294_967_295,
      transports: ['hybrid', 'internal'],
      backupEligible: true,
      backedUp: true,
      userVerified: true,
      attestationFormat: 'packed',
      extensions: {
        client: { discoverable: true, prf: false },
        authenticator: { credProtect: 'userVerificationRequired', minPinLength: 6, hmacSecret: true },
      },
      aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      name: 'Phone',
      createdAt: '2024-01-02T03:04:06.000Z',
      lastUsedAt: '2024-05-06T07:08:09.000Z',
    }
    const line = { ...about, contacts: [...about.contacts], passkeys: [passkey] }
    assert.deepEqual(outcomes(await run([line])), ['imported'])
    const { records } = await exportUsers(running().core, running().application, { after: '', limit: 1000 })
    assert.deepEqual(
      records.find(({ id }) => id === about.id),
      line,
    )
    const [event] = await running().core.store.events.list('demo', 1)
    assert.deepEqual(
      [event?.type, event?.userId, event?.detail],
      ['fido2.user.imported', about.id, { passkeys: 1, key: 'key' }],
    )
  })

  test('can be repeated: what is there already with the same passkeys is left as it is', async () => {
    const lines = [oneUser(), oneUser(), oneUser()]
    assert.deepEqual(outcomes(await run(lines.slice(0, 2))), ['imported', 'imported'])
    assert.deepEqual(outcomes(await run(lines)), ['unchanged', 'unchanged', 'imported'])
    const before = await stored(running().database)
    assert.deepEqual(outcomes(await run(lines)), ['unchanged', 'unchanged', 'unchanged'])
    assert.deepEqual(await stored(running().database), before)
  })

  test('adds nothing to a user who exists', async () => {
    const { username, userId } = await signUpUser(running())
    const before = await stored(running().database)
    const results = await run([oneUser({ username: username.toUpperCase() }), oneUser({ id: userId })])
    assert.deepEqual(outcomes(results), ['username_taken', 'id_taken'])
    assert.match(messages(results)[0]!, /the user exists without the passkey/)
    assert.deepEqual(await stored(running().database), before)
  })

  test('rejects a passkey of another user, also of another application with the same RP ID', async () => {
    const { core } = running()
    const { device } = await signUpUser(running())
    const taken = { ...registerElsewhere().record, credentialId: device.credentials[0]!.id }
    const other = await createApplication(core, {
      id: `other${(await core.store.applications.list()).length}`,
      rpId: 'localhost',
      origins: ['http://localhost:4300'],
    })
    for (const application of [running().application, other]) {
      const results = await run([oneUser(), userRecord([taken])], { application })
      assert.deepEqual(outcomes(results), ['imported', 'credential_taken'])
    }
  })

  test('rejects lines that claim what an earlier line has claimed', async () => {
    const first = oneUser({ id: '4a8b1f0e-6c5d-4e3f-8a7b-9c0d1e2f3a4b' })
    const lines = [
      first,
      oneUser({ username: `  ${first.username.toUpperCase()} ` }),
      oneUser({ id: first.id! }),
      userRecord(first.passkeys),
      userRecord([first.passkeys[0]!, first.passkeys[0]!]),
    ]
    const expected = ['imported', 'username_taken', 'id_taken', 'credential_taken', 'credential_taken']
    for (const dryRun of [true, false]) {
      const results = await run(lines, { dryRun })
      assert.deepEqual(outcomes(results), expected)
      assert.equal(messages(results)[1], 'line 2 has the same username')
    }
  })

  test('finds the same duplicates in later batches', async () => {
    const first = oneUser()
    for (const dryRun of [true, false]) {
      const importer = importerFor({ dryRun })
      await importer.run([{ number: 2, text: JSON.stringify(first) }])
      const { results } = await importer.run([{ number: 3, text: JSON.stringify(userRecord(first.passkeys)) }])
      assert.deepEqual(outcomes(results), ['credential_taken'])
    }
  })

  test('writes nothing in a dry run, and finds what an import would', async () => {
    const known = oneUser()
    await run([known])
    const before = await stored(running().database)
    const lines = [known, oneUser(), oneUser({ username: known.username }), '{']
    assert.deepEqual(outcomes(await run(lines, { dryRun: true })), [
      'unchanged',
      'imported',
      'username_taken',
      'invalid_json',
    ])
    assert.deepEqual(await stored(running().database), before)
  })

  test('makes verified contacts names of their user, and rejects one that is a name of another', async () => {
    const address = newName('contact')
    const verifiedAt = '2024-01-02T03:04:05.678Z'
    const withContact = (contact: object) => ({ ...oneUser(), contacts: [{ kind: 'email', address, ...contact }] })
    assert.deepEqual(outcomes(await run([withContact({ verifiedAt })])), ['imported'])
    const { store } = running().core
    assert.ok(await store.users.findWithCredentials('demo', { usernameKey: address, addressKey: address }))
    assert.deepEqual(
      outcomes(await run([withContact({ verifiedAt }), withContact({}), oneUser({ username: address })])),
      ['contact_taken', 'imported', 'username_taken'],
    )
  })

  test('rejects contacts that are no addresses, or have the same place', async () => {
    const contacts = (...given: object[]) => ({ ...oneUser(), contacts: given })
    const results = await run([
      contacts({ kind: 'email', address: 'unknown' }),
      contacts({ kind: 'phone', address: 'ada@example.com' }),
      contacts({ kind: 'email', address: 'a@example.com' }, { kind: 'email', address: 'b@example.com' }),
    ])
    assert.deepEqual(outcomes(results), ['invalid_contact', 'invalid_contact', 'invalid_contact'])
  })

  test('rejects malformed lines one by one, and imports the others', async () => {
    const [passkey] = oneUser().passkeys
    const before = await stored(running().database)
    const lines: [line: Line, code: string, message: RegExp][] = [
      ['{"username":"ada@example.com","passkeys":[', 'invalid_json', /^the line is not JSON: /],
      ['[]', 'invalid_record', /^the line must be object$/],
      ['null', 'invalid_record', /^the line must be object$/],
      [{ passkeys: [] }, 'invalid_record', /^the line lacks username$/],
      [{ ...oneUser(), email: 'a' }, 'invalid_record', /^the line has the unknown field email$/],
      ['{"username":"ada","passkeys":[],"__proto__":{"status":"active"}}', 'invalid_record', /unknown field __proto__/],
      [oneUser({ username: 'a'.repeat(257) }), 'invalid_record', /^username must not have more than 256 characters$/],
      [oneUser({ username: 'a\nb' }), 'invalid_record', /^username must be well-formed text without control/],
      ['{"username":"a\\ud800","passkeys":[]}', 'invalid_record', /well-formed Unicode/],
      [oneUser({ username: '  ' }), 'invalid_username', /must not be empty/],
      [oneUser({ username: 'ada\u202e' }), 'invalid_username', /U\+202E/],
      [userRecord([{ ...passkey!, signCount: 2 ** 32 }]), 'invalid_record', /^passkeys\.0\.signCount must be <=/],
      [
        userRecord([{ ...passkey!, credentialId: '?' }]),
        'invalid_record',
        /^passkeys\.0\.credentialId must be base64url$/,
      ],
      [userRecord([{ ...passkey!, credentialId: 'A' }]), 'invalid_record', /not base64url of any bytes/],
      [
        userRecord([{ ...passkey!, userHandle: 'A'.repeat(89) }]),
        'invalid_record',
        /^passkeys\.0\.userHandle must not/,
      ],
      [userRecord([{ ...passkey!, aaguid: 'x' }]), 'invalid_record', /x is not an AAGUID/],
      [userRecord([{ ...passkey!, name: 'n'.repeat(129) }]), 'invalid_record', /^passkeys\.0\.name must not have more/],
      [oneUser({ createdAt: 'yesterday' }), 'invalid_record', /^createdAt must match format "date-time"$/],
      [oneUser({ createdAt: '2016-12-31T23:59:60Z' }), 'invalid_record', /is not a time/],
      [oneUser({ id: '17' }), 'invalid_record', /^id must be a UUID in lowercase$/],
    ]
    const results = await run(lines.map(([line]) => line))
    assert.deepEqual(
      outcomes(results),
      lines.map(([, code]) => code),
    )
    for (const [at, [, , message]] of lines.entries()) assert.match(messages(results)[at]!, message)
    assert.deepEqual(await stored(running().database), before)
    assert.deepEqual(outcomes(await run(['{', oneUser(), '{'])), ['invalid_json', 'imported', 'invalid_json'])
  })

  test('rejects keys of unsupported algorithms, off the curve, and missing ones', async () => {
    const { publicKeyCose, ...keyless } = registerElsewhere().record
    const jwk = { kty: 'EC', crv: 'P-256', x: 'B'.repeat(43), y: 'B'.repeat(43) }
    const results = await run([
      userRecord([{ ...keyless, publicKeyJwk: jwk }]),
      userRecord([{ ...keyless, publicKeyJwk: { ...jwk, crv: 'secp256k1' } }]),
      userRecord([keyless]),
      userRecord([{ ...registerElsewhere().record, algorithm: -65_535 }]),
    ])
    const [invalid, unsupported] = ['invalid_public_key', 'unsupported_algorithm']
    assert.deepEqual(outcomes(results), [invalid, unsupported, invalid, unsupported])
  })

  test('rejects users with more passkeys than the application allows', async () => {
    const most = running().application.settings.maxPasskeys
    const passkeys = Array.from({ length: most + 1 }, () => registerElsewhere().record)
    const results = await run([userRecord(passkeys), userRecord(passkeys.slice(1))])
    assert.deepEqual(outcomes(results), ['too_many_passkeys', 'imported'])
    assert.match(messages(results)[0]!, /maxPasskeys/)
  })

  test('takes a thousand lines with several passkeys at once, more than one statement has room for', async () => {
    const { record } = registerElsewhere()
    const passkeys = (user: number) =>
      Array.from({ length: 3 }, (_, at) => ({ ...record, credentialId: base64url(`many ${user} ${at}`) }))
    const lines = Array.from({ length: 1_000 }, (_, user) => userRecord(passkeys(user)))
    assert.deepEqual(new Set(outcomes(await run(lines))), new Set(['imported']))
    assert.deepEqual(new Set(outcomes(await run(lines))), new Set(['unchanged']))
  })

  test('of parallel imports of the same users, each user is imported once', async () => {
    const lines = Array.from({ length: 8 }, () => oneUser())
    const all = await Promise.all(Array.from({ length: 4 }, () => run(lines)))
    for (const at of lines.keys()) {
      const each = all.map((results) => outcomes(results)[at])
      assert.equal(each.filter((outcome) => outcome === 'imported').length, 1, each.join())
    }
  })

  test('an export is complete page by page, and has only passkeys of the RP ID', async () => {
    const { core } = running()
    const application = await createApplication(core, {
      id: 'paged',
      rpId: 'paged.example',
      origins: ['https://paged.example'],
    })
    const lines = Array.from({ length: 7 }, () => userRecord([registerElsewhere({ rpId: 'localhost' }).record]))
    await run(lines, { application })
    const names: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof exportUsers>> = await exportUsers(core, application, { after, limit: 3 })
      names.push(...page.records.map(({ username }) => username))
      after = page.next
    }
    assert.deepEqual(names, lines.map(({ username }) => username).sort())
    const moved = { ...application, rpId: 'new.example' }
    const { records } = await exportUsers(core, moved, { after: '', limit: 10 })
    assert.deepEqual(
      records.flatMap(({ passkeys }) => passkeys),
      [],
    )
  })
})

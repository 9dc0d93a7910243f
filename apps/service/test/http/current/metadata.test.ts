import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  attestationSubject,
  blob,
  entry,
  now,
  type Party,
  party,
  payload,
  trust,
} from '@thumbturn/service-harness/metadata-service.ts'
import { creation, startMfa, step } from '@thumbturn/service-harness/mfa.ts'
import { attestPacked } from '@thumbturn/service-harness/packed.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationNotAccepted,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import type { CreationResult } from '@thumbturn/testkit'
import { openMetadata } from '../../../src/adapters/metadata.ts'
import type { RunningMetadata } from '../../../src/adapters/no-metadata.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const aaguid = '00112233-4455-6677-8899-aabbccddeeff'

// A vendor's own root and batch certificate, independent of the signer of the list.
const vendor = party(undefined, { pathLength: 'any' })
const batch = party(vendor, { subject: attestationSubject })
const model = (anchor: Party, reports?: object[], stated: object = {}) =>
  entry(aaguid, { reports, statement: { attestationRootCertificates: [anchor.der.toString('base64')], ...stated } })

/** The policy of an application that trusts only models in the FIDO metadata. */
anyEngine('FIDO metadata', (fresh) => {
  const place = useMetadata(fresh)

  async function registration(change: (result: CreationResult) => CreationResult, of = aaguid) {
    const { service } = place()
    const { session, registrationRequestOptions } = await startRegistration(service, newName())
    const creationResult = change(newDevice({ aaguid: of }).create(registrationRequestOptions))
    return service.post('/reg/complete', { session, creationResult })
  }
  const change = (settings: Partial<ApplicationSettings>) =>
    changeApplication(place().service.core, place().service.application, { settings })
  const listEvents = () => place().service.core.store.events.list('demo', 10_000)
  const byBatch = (result: CreationResult) => attestPacked(result, batch)

  for (const [what, anchor] of [
    ['whose vendor root is a trust anchor (Metadata P-1)', vendor],
    ['whose batch certificate is a trust anchor (Attestation Resp-5 P-3)', batch],
  ] as const) {
    test(`a model in good standing ${what} is registered`, async () => {
      await place().publish(model(anchor))
      readBody(await registration(byBatch))
    })
  }

  for (const status of [
    'REVOKED',
    'USER_VERIFICATION_BYPASS',
    'ATTESTATION_KEY_COMPROMISE',
    'USER_KEY_REMOTE_COMPROMISE',
    'USER_KEY_PHYSICAL_COMPROMISE',
  ]) {
    test(`a model with the status ${status} (Metadata F-1) is rejected, and accepted once the list omits the status`, async () => {
      await place().publish(model(vendor, [{ status, effectiveDate: '2026-01-01' }]))
      assertRejected(await registration(byBatch), registrationNotAccepted)
      await place().publish(model(vendor))
      readBody(await registration(byBatch))
    })
  }

  test('a model whose metadata has 64-bit numbers of vendor commands (Attestation Resp-5 P-5) is registered', async () => {
    const vendorPrototypeConfigCommands = [2 ** 53 - 1, 2 ** 64]
    await place().publish(model(vendor, undefined, { authenticatorGetInfo: { vendorPrototypeConfigCommands } }))
    readBody(await registration(byBatch))
  })

  test("a model that the metadata doesn't list is rejected", async () => {
    await place().publish(model(vendor))
    assertRejected(await registration(byBatch, '11112233-4455-6677-8899-aabbccddeeff'), registrationNotAccepted)
  })

  test("a known model attested under another vendor's root is rejected", async () => {
    const otherRoot = party(undefined, { pathLength: 'any' })
    await place().publish(model(otherRoot))
    assertRejected(await registration(byBatch), registrationNotAccepted)
  })

  for (const [what, stated] of [
    ['an attestation type', { attestationTypes: ['attca'] }],
    ['full attestation (Attestation Resp-6 F-2)', { attestationTypes: ['basic_surrogate'] }],
    [
      'an algorithm (Attestation Resp-3 F-16, Attestation Resp-5 F-8)',
      { authenticationAlgorithms: ['secp384r1_ecdsa_sha384_raw'] },
    ],
  ] as const) {
    test(`a registration with ${what} that its metadata statement doesn't list is rejected`, async () => {
      await place().publish(model(vendor, undefined, stated))
      assertRejected(await registration(byBatch), registrationNotAccepted)
      await place().publish(model(vendor))
      readBody(await registration(byBatch))
    })
  }

  for (const [level, status, minimum] of [
    ['L1', 'FIDO_CERTIFIED', 'L1'],
    ['L1', 'FIDO_CERTIFIED_L1', 'L1'],
    ['L3+', 'FIDO_CERTIFIED_L3plus', 'L2'],
    [undefined, 'FIDO_CERTIFIED_L1', 'L1+'],
    [undefined, 'FIDO_CERTIFIED_L2plus', 'L3'],
    [undefined, 'NOT_FIDO_CERTIFIED', 'L1'],
  ] as const) {
    test(`a model with ${status} is ${level ? 'registered' : 'rejected'} where ${minimum} is required`, async () => {
      const { publish } = place()
      await publish(model(vendor, [{ status, effectiveDate: '2024-01-01' }], { keyProtection: ['hardware', 'tee'] }))
      await change({ minCertificationLevel: minimum })
      const before = new Set((await listEvents()).map(({ id }) => id))
      const response = await registration(byBatch)
      const type = level ? 'fido2.passkey.reg.success' : 'fido2.passkey.reg.aaguid.blocked'
      const [event] = (await listEvents()).filter((one) => one.type === type && !before.has(one.id))
      const detail = event?.detail ?? {}
      assert.deepEqual([detail.keyProtection, detail.modelStatus], ['hardware tee', 'good'])
      if (level) {
        readBody(response)
        assert.deepEqual([detail.certification, detail.attested], [level, true])
      } else {
        assertRejected(response, {
          status: 403,
          msg: `The authenticator is not certified at FIDO level ${minimum} or higher. Use another one.`,
          msgCode: 'forbidden',
          reason: 'authenticator_not_certified',
        })
        assert.equal(detail.by, 'certification level')
      }
      await change({ minCertificationLevel: 'none' })
    })
  }

  test('a passkey of a multi-factor flow needs the level too, and the error of the step says so', async () => {
    const { service, publish } = place()
    await publish(model(vendor))
    await change({ minCertificationLevel: 'L2' })
    const started = await startMfa(service, newName())
    const { creationResult } = creation(newDevice({ aaguid }), started)
    const response = await step(service, started)('passkey/reg', { creationResult: byBatch(creationResult) })
    assertRejected(response, {
      status: 400,
      msg: /^The authenticator is not certified at FIDO level L2 or higher/,
      msgCode: 'bad_request',
      reason: 'authenticator_not_certified',
    })
    await change({ minCertificationLevel: 'none' })
  })

  test('choosing a level sets what proves it, and nothing else can be chosen with it', async () => {
    const { service } = place()
    await change({ minCertificationLevel: 'none', attestation: 'none', attestationTrust: 'none' })
    const { settings } = await change({ minCertificationLevel: 'L2' })
    assert.deepEqual([settings.attestation, settings.attestationTrust], ['direct', 'metadata'])
    await assert.rejects(
      change({ attestationTrust: 'none' }),
      /minCertificationLevel L2 needs attestationTrust metadata/,
    )
    await assert.rejects(
      change({ minCertificationLevel: 'L1', attestationTrust: 'none' }),
      /minCertificationLevel L1 needs attestationTrust metadata/,
    )
    await changeApplication(service.core, service.application, {
      settings: { minCertificationLevel: 'none', attestation: 'enterprise' },
    })
    assert.equal((await change({ minCertificationLevel: 'L1' })).settings.attestation, 'enterprise')
    await change({ minCertificationLevel: 'none', attestation: 'direct' })
  })

  test('a registration without attestation is rejected', async () => {
    await place().publish(model(vendor))
    assertRejected(await registration((result) => result), registrationNotAccepted)
  })

  test('without a list, every registration is rejected immediately', async () => {
    place().forget()
    assertRejected(await registration(byBatch), registrationNotAccepted)
  })
})

/** A service whose only application trusts only the metadata, with a list to publish. */
function useMetadata(fresh: FreshDatabase) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-metadata-'))
  const source = join(folder, 'source.jwt')
  const open = () => openMetadata({ source, folder, trust, now: () => now })
  let service: Service
  let drop: () => Promise<void>
  let metadata: RunningMetadata
  let no = 1
  before(async () => {
    const database = await fresh()
    drop = database.drop
    metadata = open()
    const current: RunningMetadata = {
      ...metadata,
      trustAnchors: (...asked) => metadata.trustAnchors(...asked),
      findStatement: (asked) => metadata.findStatement(asked),
    }
    service = await startService({ databaseUrl: database.url, now, metadata: current })
    const settings = { attestation: 'direct', attestationTrust: 'metadata' } as const
    await changeApplication(service.core, service.application, { settings })
  })
  after(async () => {
    await service.close()
    await drop()
    rmSync(folder, { recursive: true })
  })
  return () => ({
    service,
    async publish(...entries: object[]) {
      writeFileSync(source, blob(payload({ no: no++, entries })))
      await metadata.reload()
      assert.equal(metadata.state().problem, undefined)
    },
    forget: () => {
      metadata = openMetadata({ source: '/nowhere', folder: join(folder, 'empty'), now: () => now })
    },
  })
}

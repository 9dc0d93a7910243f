import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { capabilityNames } from '@thumbturn/contract/vocabulary/capabilities.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Version = { version: string; capabilities: Record<string, boolean> }

/** The capabilities of the platform that are on, as `GET /version` shows them. */
anyEngine('capabilities', (fresh) => {
  const service = useService(fresh)
  const read = async (url: string) => readBody<Version>(await service().ask('GET', url)).capabilities
  const change = (settings: Partial<ApplicationSettings>) =>
    changeApplication(service().core, service().application, { settings })

  test('every capability of this release is listed, and those that settings turn on are off in a new application', async () => {
    const found = await read('/version')
    assert.deepEqual(Object.keys(found).sort(), capabilityNames.toSorted())
    const { postQuantumPasskeys, passkeyEndpoints, authenticatorCertification, paymentConfirmation } = found
    const optional = [postQuantumPasskeys, passkeyEndpoints, authenticatorCertification, paymentConfirmation]
    assert.deepEqual(optional, [false, false, false, false])
  })

  test('an application has the capabilities that its settings turn on', async () => {
    const passkeyManageUrl = 'http://localhost:4300/passkeys'
    await change({ algorithms: [-7, -49], passkeyManageUrl, paymentConfirmation: true })
    const { postQuantumPasskeys, passkeyEndpoints, paymentConfirmation } = await read('/version')
    assert.deepEqual([postQuantumPasskeys, passkeyEndpoints, paymentConfirmation], [true, true, true])
    await change({ algorithms: [-7], passkeyManageUrl: '', paymentConfirmation: false })
    assert.equal((await read('/version')).postQuantumPasskeys, false)
  })

  test('extensions and hints are on with their settings, and what needs none is always on', async () => {
    const readOwn = async () => {
      const { immediateSignIn, automaticUpgrade, passkeyExtensions, derivedKeys, hints } = await read('/version')
      return { always: [immediateSignIn, automaticUpgrade], passkeyExtensions, derivedKeys, hints }
    }
    const always = [true, true]
    assert.deepEqual(await readOwn(), { always, passkeyExtensions: false, derivedKeys: false, hints: false })
    await change({ extensions: ['credProps', 'largeBlob'], hints: ['hybrid'] })
    assert.deepEqual(await readOwn(), { always, passkeyExtensions: true, derivedKeys: false, hints: true })
    await change({ extensions: ['prf'], hints: [] })
    assert.deepEqual(await readOwn(), { always, passkeyExtensions: true, derivedKeys: true, hints: false })
    await change({ extensions: ['credProps'] })
  })

  test('a level of certification is off without the FIDO metadata', async () => {
    await change({ minCertificationLevel: 'L1' })
    assert.equal((await read('/version')).authenticatorCertification, false)
    await change({ minCertificationLevel: 'none', attestationTrust: 'none', attestation: 'none' })
  })

  test('with several applications, a call that identifies none gets what any of them has', async () => {
    const { core } = service()
    const settings = { algorithms: [-48, -7] } as const
    await createApplication(core, {
      id: 'quantum',
      rpId: 'quantum.example',
      origins: ['https://quantum.example'],
      settings,
    })
    assert.equal((await read('//fido2/v2/version')).postQuantumPasskeys, true)
    assert.equal((await read('//apps/demo/fido2/v2/version')).postQuantumPasskeys, false)
    assert.equal((await read('//apps/quantum/fido2/v2/version')).postQuantumPasskeys, true)
  })
})

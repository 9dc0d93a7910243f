import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationRejected,
  signIn,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { attestedByTpm, tpmVendor, windowsHello } from '@thumbturn/service-harness/windows-hello.ts'
import type { CreationResult } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/model/applications/create.ts'

const anyTrust = { attestation: 'direct', attestationTrust: 'none' } as const
const trustRequired = { attestation: 'direct', attestationTrust: 'anchors', trustAnchors: [tpmVendor] } as const

/** Attestation statements that browsers send in practice. */
anyEngine('attestation', (fresh) => {
  const place = useService(fresh)

  async function registerWithWindowsHello(
    settings: Partial<ApplicationSettings>,
    change = (result: CreationResult) => result,
  ) {
    const service = place()
    await changeApplication(service.core, service.application, { settings: { attestationSha1: false, ...settings } })
    const device = newDevice({ aaguid: windowsHello, algorithm: -257 })
    const { session, registrationRequestOptions } = await startRegistration(service, newName())
    const creationResult = change(attestedByTpm(device.create(registrationRequestOptions), device))
    return service.post('/reg/complete', { session, creationResult })
  }

  test('a TPM statement with SHA-1 registers a passkey if no trust is required', async () => {
    readBody(await registerWithWindowsHello(anyTrust))
  })

  test('a TPM statement with SHA-1 is rejected if trust is required', async () => {
    assertRejected(await registerWithWindowsHello(trustRequired), registrationRejected)
  })

  test('a TPM statement with SHA-1 is verified if the application allows SHA-1', async () => {
    readBody(await registerWithWindowsHello({ ...trustRequired, attestationSha1: true }))
  })

  test('a TPM statement with SHA-1 over another registration is always rejected', async () => {
    const clientData = (result: CreationResult) => Buffer.from(result.clientDataJSON, 'base64url').toString()
    const altered = (result: CreationResult) => ({
      ...result,
      clientDataJSON: Buffer.from(clientData(result).replace('{', '{"added":1,')).toString('base64url'),
    })
    assertRejected(await registerWithWindowsHello(anyTrust, altered), registrationRejected)
  })

  test('client data with tokenBinding null can register and sign in', async () => {
    const service = place()
    const withNull = { clientData: (json: string) => json.replace('{', '{"tokenBinding":null,') }
    const device = newDevice()
    const { session, registrationRequestOptions } = await startRegistration(service, newName())
    const creationResult = device.create(registrationRequestOptions, withNull)
    readBody(await service.post('/reg/complete', { session, creationResult }))
    readBody(await signIn(service, { device, ...withNull }))
  })
})

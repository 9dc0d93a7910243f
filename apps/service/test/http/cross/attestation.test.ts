import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationNotAccepted,
  signIn,
  signUp,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { attestedByTpm, tpmVendor, windowsHello } from '@thumbturn/service-harness/windows-hello.ts'
import { type CborValue, type CreationResult, encodeCbor } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const readClientData = (result: CreationResult) => Buffer.from(result.clientDataJSON, 'base64url').toString()

const anyTrust = { attestation: 'direct', attestationTrust: 'none' } as const
const notRequested = { attestation: 'none', attestationTrust: 'none' } as const
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

  const altered = (result: CreationResult) => ({
    ...result,
    clientDataJSON: Buffer.from(readClientData(result).replace('{', '{"added":1,')).toString('base64url'),
  })

  /** With certificates that no authenticator has. */
  const withLargeCertificates = (result: CreationResult) => {
    const authData = Buffer.from(result.authenticatorData, 'base64url')
    const attStmt = new Map<string, CborValue>([
      ['alg', -7],
      ['sig', Buffer.of(1)],
      ['x5c', [Buffer.alloc(40_000, 0x30)]],
    ])
    const object = new Map<string, CborValue>(Object.entries({ fmt: 'packed', attStmt, authData }))
    return { ...result, attestationObject: encodeCbor(object).toString('base64url') }
  }

  test('a TPM statement with SHA-1 registers a passkey if no trust is required', async () => {
    readBody(await registerWithWindowsHello(anyTrust))
  })

  test('a TPM statement with SHA-1 is rejected if trust is required', async () => {
    assertRejected(await registerWithWindowsHello(trustRequired), registrationNotAccepted)
  })

  test('a TPM statement with SHA-1 is verified if the application allows SHA-1', async () => {
    readBody(await registerWithWindowsHello({ ...trustRequired, attestationSha1: true }))
  })

  test('a TPM statement with SHA-1 over another registration is rejected if a statement was requested', async () => {
    assertRejected(await registerWithWindowsHello(anyTrust, altered), registrationNotAccepted)
  })

  test('statements of more than 16 kB are rejected if a statement was requested', async () => {
    assertRejected(await registerWithWindowsHello(anyTrust, withLargeCertificates), registrationNotAccepted)
  })

  for (const [what, change] of [
    ['that could be verified', (result: CreationResult) => result],
    ['over another registration', altered],
    ['of more than 16 kB', withLargeCertificates],
  ] as const) {
    test(`a statement ${what} isn't read if none was requested: the passkey is stored as unattested`, async () => {
      const { userId } = readBody<{ userId: string }>(await registerWithWindowsHello(notRequested, change))
      const [passkey] = await place().core.store.passkeys.listByUser('demo', userId)
      assert.equal(passkey?.attestationFormat, 'none')
    })
  }

  test('client data with tokenBinding null can register and sign in', async () => {
    const service = place()
    const withNull = { clientData: (json: string) => json.replace('{', '{"tokenBinding":null,') }
    const device = newDevice()
    readBody(await signUp(service, { device, ...withNull }))
    readBody(await signIn(service, { device, ...withNull }))
  })
})

import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { parseAssertionData, parseRegistrationData } from '../../src/authenticator-data/parse.ts'
import { WebAuthnError } from '../../src/index.ts'
import { registrationPolicy } from '../../src/policy.ts'
import { parseAttestationObject } from '../../src/registration/attestation-object.ts'
import { encode } from '../cbor-encode.ts'
import { assertion, registration, uint16 } from '../ceremonies.ts'
import { packedRegistration, selfRegistration, tpmRegistration } from '../statements.ts'
import { decodeObject } from '../structure-mutator.ts'

const policies = [
  registrationPolicy(),
  registrationPolicy({ strictCbor: true }),
  registrationPolicy({ strictCbor: false }),
]
const lenient = policies.at(-1)!
const hasExtensions = 0x80

/** Every byte belongs to exactly one part. */
function requireWhole(bytes: Buffer, { credential }: ReturnType<typeof parseRegistrationData>) {
  const { aaguid, id, publicKeyBytes } = credential
  const known = Buffer.concat([bytes.subarray(0, 37), aaguid, uint16(id.length), id, publicKeyBytes])
  assert.deepEqual(bytes.subarray(0, known.length), known)
  assert.equal(bytes.length > known.length, (bytes[32]! & hasExtensions) !== 0)
}

function judgeData(bytes: Buffer): boolean {
  const [registered, ...others] = policies.map((policy) =>
    attempt(WebAuthnError, () => parseRegistrationData(bytes, policy)),
  )
  const asserted = attempt(WebAuthnError, () => parseAssertionData(bytes, lenient))
  for (const other of others) if (registered && other) assert.deepEqual(other, registered)
  if (registered) requireWhole(bytes, registered)
  if (registered) assert.equal(asserted, undefined)
  return registered !== undefined || asserted !== undefined
}

const objects = [registration(), selfRegistration(), packedRegistration(), tpmRegistration()].map((input) =>
  Buffer.from(input.response.attestationObject, 'base64url'),
)
const withExtensions = registration({ flags: 0xc5, extensions: new Map([['credProtect', 2]]) } as never)

export const target: FuzzTarget = {
  promise:
    'an attestation object and its authenticator data are parsed or rejected by a WebAuthnError; every byte of what is accepted belongs to one part, and no data are those of a registration and of an assertion',
  sources: [
    'packages/webauthn/src/authenticator-data/{flags,parse}.ts',
    'packages/webauthn/src/registration/attestation-object.ts',
  ],
  seeds: [
    ...objects,
    ...objects.map((object) => decodeObject(object.toString('base64url')).get('authData') as Buffer),
    Buffer.from(assertion().response.authenticatorData, 'base64url'),
    Buffer.from(withExtensions.response.attestationObject, 'base64url'),
    encode(
      new Map([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Buffer.alloc(37)],
      ] as never),
    ),
  ],
  run(input) {
    const objectsRead = policies.map((policy) => attempt(WebAuthnError, () => parseAttestationObject(input, policy)))
    const object = objectsRead.find((one) => one !== undefined)
    return object ? judgeData(object.authData) : judgeData(input)
  },
  planted: {
    without: 'the check of bytes after the last part',
    file: 'packages/webauthn/src/authenticator-data/parse.ts',
    check: 'end !== bytes.length',
    instead: 'false',
  },
}

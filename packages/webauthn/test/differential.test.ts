import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type AssertionInput, type RegistrationInput, verifyAssertion, verifyRegistration } from '../src/index.ts'
import { encode, Raw } from './cbor-encode.ts'
import { assertion, attestedCredential, credentialId, noAaguid, origin, registration } from './ceremonies.ts'
import { newCa } from './certificates.ts'
import { disagreements } from './disagreements.ts'
import { keyFor } from './keys.ts'
import { secondAssertionOpinion, secondRegistrationOpinion, trustRoots } from './second-opinion.ts'
import {
  androidRegistration,
  appleRegistration,
  attestationKey,
  compoundRegistration,
  intermediate,
  packedRegistration,
  packedStatement,
  part,
  root,
  selfRegistration,
  selfStatement,
  tpmRegistration,
  u2fRegistration,
} from './statements.ts'
import { bytes, derived, toAssertionInput, toRegistrationInput } from './vectors.ts'
import { verdict } from './verdicts.ts'

before(() => trustRoots([root.der, ...(derived.defaults.trustAnchors ?? []).map(bytes)]))

const second = newCa('Second', { parent: intermediate })
const noCa = newCa('No CA', { parent: root, constraints: { ca: false } })
const createId = (length: number) => Buffer.alloc(length, 1)
const frames = { crossOrigin: true, topOrigins: ['https://top.example'] }
const json = JSON.stringify({ type: 'webauthn.create', challenge: registration().expected.challenge, origin })

const registrations: Record<string, RegistrationInput> = {
  'a registration': registration(),
  'packed x5c': packedRegistration(),
  'packed self': selfRegistration(),
  tpm: tpmRegistration({ registration: { key: keyFor(-257) } }),
  'fido-u2f': u2fRegistration(),
  apple: appleRegistration(),
  'android-key': androidRegistration(),
  RS256: registration({ key: keyFor(-257) }),
  'ML-DSA-44': registration({ key: keyFor(-48), expected: { algorithms: [-48] } }),
  'ML-DSA-87, packed self': selfRegistration({
    registration: { key: keyFor(-50), expected: { algorithms: [-50] } },
  }),
  'another challenge': registration({ clientData: { challenge: 'AAAA' } }),
  'another origin': registration({ clientData: { origin: 'https://evil.example' } }),
  'another type': registration({ clientData: { type: 'webauthn.get' } }),
  'another RP ID': registration({ scope: 'evil.example' }),
  'UP clear': registration({ flags: 0x44 }),
  'UV clear although required': registration({ flags: 0x41, expected: { userVerification: 'required' } }),
  'BS without BE': registration({ flags: 0x55 }),
  'a wrong self signature': selfRegistration({ fields: { sig: Buffer.alloc(70) } }),
  'a wrong x5c signature': packedRegistration({ signer: keyFor(-7) }),
  'no intermediate': packedRegistration({ above: [] }),
  'a frame that is not expected': registration({ clientData: { crossOrigin: true } }),
  'an origin named twice': registration({ clientDataJSON: `${json.slice(0, -1)},"origin":"${origin}"}` }),
  'an unlisted topOrigin': registration({
    clientData: { crossOrigin: true, topOrigin: 'https://x.example' },
    expected: frames,
  }),
  'a byte after the attestation object': registration({
    object: (m) => new Raw(Buffer.concat([encode(new Map(m)), Buffer.of(0)])),
  }),
  'fields in another order': registration({ object: (m) => new Map(m.toReversed()) }),
  'fields in another order where order matters': registration({
    object: (m) => new Map(m.toReversed()),
    policy: { strictCbor: true },
  }),
  'an id of 1024 bytes': registration({ id: createId(1024) }),
  'another outer id': registration({ response: { credentialId: 'AAAA' } }),
  'a point off the curve': registration({ cose: new Map([...keyFor(-7).cose, [-3, Buffer.alloc(32, 1)]]) }),
  'a private member': registration({ cose: new Map([...keyFor(-7).cose, [-4, Buffer.alloc(32, 1)]]) }),
  'a path longer than an intermediate allows': packedRegistration({
    issuer: second,
    above: [second.der, intermediate.der],
  }),
  'an intermediate that is no CA': packedRegistration({ issuer: noCa, above: [noCa.der] }),
  'no Basic Constraints': packedRegistration({ leaf: { constraints: null } }),
  'bytes after certInfo': tpmRegistration({ certInfo: (good) => Buffer.concat([good, Buffer.of(0)]) }),
  'all parts of a compound statement': compoundRegistration((s) => [
    part('packed', selfStatement(s)),
    part('packed', packedStatement(s)),
  ]),
  'origin and purpose missing in a key description': androidRegistration({ hardware: [] }),
}

const good = assertion()
const longer = Buffer.concat([Buffer.from(good.response.signature, 'base64url'), Buffer.of(0)]).toString('base64url')

const assertions: Record<string, AssertionInput> = {
  'an assertion': good,
  'an EdDSA assertion': assertion({ key: keyFor(-8) }),
  'an RS256 assertion': assertion({ key: keyFor(-257) }),
  'an ML-DSA-44 assertion': assertion({ key: keyFor(-48) }),
  'an ML-DSA-65 assertion': assertion({ key: keyFor(-49) }),
  'an ML-DSA-87 assertion': assertion({ key: keyFor(-50) }),
  'an assertion for another challenge': assertion({ clientData: { challenge: 'AAAA' } }),
  'an assertion for another origin': assertion({ clientData: { origin: 'https://evil.example' } }),
  'an assertion for another RP ID': assertion({ scope: 'evil.example' }),
  'an assertion with UP clear': assertion({ flags: 0x04 }),
  'an assertion by another key': assertion({ signature: attestationKey.sign(Buffer.alloc(1)) }),
  'a counter that did not rise': assertion({ credential: { signCount: 1 } }),
  'BE gained': assertion({ flags: 0x0d }),
  'AT in an assertion': assertion({ flags: 0x45, tail: attestedCredential(noAaguid, credentialId, keyFor(-7).cose) }),
  'a byte after the signature': assertion({ response: { signature: longer } }),
  'an id that was not listed': assertion({ expected: { allowCredentials: ['AAAA'] } }),
  'the handle of another user': assertion({ response: { userHandle: 'AAAA' } }),
}

/** Agreement, or a disagreement that is on the list. */
function compare(name: string, ours: string, theirs: string): void {
  const agrees = (ours === 'accepted') === (theirs === 'accepted')
  const settled = disagreements[name] !== undefined
  assert.equal(agrees, !settled, `ours: ${ours}, theirs: ${theirs}, listed: ${disagreements[name] ?? 'no'}`)
}

for (const [name, input] of [
  ...Object.entries(registrations).map(([name, input]) => [`own: ${name}`, input] as const),
  ...derived.registration.map((it) => [it.id, toRegistrationInput(it)] as const),
]) {
  test(`second opinion on ${name}`, async () => {
    const ours = verdict(() => verifyRegistration(input))
    compare(name, ours, await secondRegistrationOpinion(input))
  })
}

for (const [name, input] of [
  ...Object.entries(assertions).map(([name, input]) => [`own: ${name}`, input] as const),
  ...derived.authentication.map((it) => [it.id, toAssertionInput(it)] as const),
]) {
  test(`second opinion on ${name}`, async () => {
    const ours = verdict(() => verifyAssertion(input))
    compare(name, ours, await secondAssertionOpinion(input))
  })
}

import type { Random } from '@thumbturn/testkit/fuzzing/random.ts'
import { type Registration, type RegistrationInput, type RegistrationPolicy, verifyRegistration } from '../src/index.ts'
import type { CreateAttempt } from './attempt.ts'
import { type Encodable, encode, Raw } from './cbor-encode.ts'
import { registration, sha256 } from './ceremonies.ts'
import { extension } from './certificates.ts'
import { parseDer, writeDer } from './der-tree.ts'
import { keyFor } from './keys.ts'
import { mutateBytes } from './mutator.ts'
import {
  aaguidExtension,
  androidRegistration,
  appleRegistration,
  certification,
  deviceExtension,
  keyDescription,
  packedRegistration,
  publicArea,
  root,
  selfRegistration,
  tpmRegistration,
  u2fRegistration,
  usageExtension,
  windowsRegistration,
} from './statements.ts'
import { decodeObject, mutateAuthData, mutateCbor, mutateChain, mutateDer, mutateTpm } from './structure-mutator.ts'

type Verify = (input: RegistrationInput) => Registration

const bases: Record<string, RegistrationInput[]> = {
  none: [registration()],
  'packed self': [selfRegistration(), selfRegistration({ registration: { key: keyFor(-257) } })],
  'packed x5c': [packedRegistration()],
  tpm: [tpmRegistration(), windowsRegistration({ registration: { policy: { tpmSha1: true } } })],
  'android-key': [androidRegistration()],
  apple: [appleRegistration()],
  'fido-u2f': [u2fRegistration()],
}

const readChain = ({ response }: RegistrationInput) => {
  const statement = decodeObject(response.attestationObject).get('attStmt')
  return ((statement as Map<string, Encodable>).get('x5c') ?? []) as Buffer[]
}

const everyBase = Object.values(bases).flat()
const foreign = [...everyBase.flatMap(readChain), root.der]

/** The part that a certificate's issuer signed. */
function readSigned(certificate: Buffer): string {
  const [outer] = parseDer(certificate) ?? []
  return outer && !Buffer.isBuffer(outer.content) ? writeDer(outer.content.slice(0, 1)).toString('hex') : ''
}

const genuine = new Set(foreign.map(readSigned))

const lenient: RegistrationPolicy = {
  strictTokenBinding: false,
  strictDuplicateKeys: false,
  strictTypes: false,
  strictCbor: false,
  strictCose: false,
  strictKeys: false,
  strictCredentialId: false,
  strictOuterId: false,
  strictStatement: false,
  strictBasicConstraints: false,
  strictPathLen: false,
  strictAttestationAlg: false,
  strictTpm: false,
  rejectRootInX5c: false,
  u2fZeroAaguid: false,
  androidTeeOnly: false,
  androidRequireOrigin: false,
  untrustedAttestation: 'none',
  tpmSha1: true,
}

/**
 * Whether an accepted registration differs in what was signed, or is trusted by a certificate that no issuer signed. What
 * changes nothing is harmless: the order of fields, and certificates after the one that an anchor issued.
 */
function isForged(result: Registration, original: Registration): boolean {
  if (result.trusted && !genuine.has(readSigned(result.trustPath[0]!))) return true
  if (result.attestationType === 'none') return false
  const signed = ({ credentialId, publicKeySpki, ...rest }: Registration) => {
    const { aaguid, signCount, backupEligible, backedUp, userVerified, userPresent } = rest
    const always = [credentialId, publicKeySpki.toString('hex')]
    // U2F signs neither flags nor counter nor AAGUID.
    const others = [aaguid, signCount, backupEligible, backedUp, userVerified, userPresent]
    return JSON.stringify(result.format === 'fido-u2f' ? always : [...always, ...others])
  }
  return signed(result) !== signed(original)
}

/** A genuine registration with something inside its attestation object changed. */
const changed =
  (inputs: readonly RegistrationInput[], verify: Verify): CreateAttempt =>
  (random) => {
    const base = random.pick(inputs)
    const fields = mutateFields(decodeObject(base.response.attestationObject) as Map<string, Encodable>, random)
    const attestationObject = fields.toString('base64url')
    const policy = random.below(2) === 0 ? base.policy : { ...base.policy, ...lenient }
    const input = { ...base, response: { ...base.response, attestationObject }, policy }
    return {
      input: { ...input.response, lenient: policy !== base.policy },
      forged: (result) => isForged(result as Registration, verifyRegistration(base)),
      call: () => verify(input),
    }
  }

function mutateFields(fields: Map<string, Encodable>, random: Random): Buffer {
  const statement = fields.get('attStmt') as Map<string, Encodable>
  const authData = fields.get('authData') as Buffer
  const withStatement = (name: string, value: Encodable) =>
    encode(new Map([...fields, ['attStmt', new Map([...statement, [name, value]])]]))
  const part = random.pick([...statement.keys(), 'object', 'attStmt', 'authData', 'fmt', 'foreign'])
  const value = statement.get(part)
  if (part === 'x5c') return withStatement(part, mutateChain(value as Buffer[], foreign, random))
  if (part === 'certInfo' || part === 'pubArea') return withStatement(part, mutateTpm(value as Buffer, random))
  if (part === 'sig') return withStatement(part, mutateSignature(value as Buffer, random))
  if (part === 'authData') return encode(new Map([...fields, [part, mutateAuthData(authData, random)]]))
  if (part === 'attStmt' && statement.size > 0)
    return encode(new Map([...fields, [part, new Raw(mutateCbor(statement as never, random))]]))
  if (part === 'fmt') return encode(new Map([...fields, [part, random.pick(formats)]]))
  if (part !== 'foreign') return mutateCbor(fields as never, random)
  const other = decodeObject(random.pick(everyBase).response.attestationObject).get('attStmt') as Encodable
  return encode(new Map([...fields, ['attStmt', other]]))
}

const formats: Encodable[] = ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'compound', '', 0]

const mutateSignature = (signature: Buffer, random: Random) =>
  random.below(2) === 0 ? mutateDer(signature, random) : mutateBytes(signature, random)

/** Structures that are broken before they are signed, so that a signature doesn't hide what reads them. */
const signedAgain =
  (make: (random: Random) => RegistrationInput, verify: Verify): CreateAttempt =>
  (random) => {
    const made = make(random)
    const input = random.below(2) === 0 ? made : { ...made, policy: { ...made.policy, ...lenient } }
    return { input: input.response, forged: false, call: () => verify(input) }
  }

const clientDataHash = sha256(Buffer.from(registration().response.clientDataJSON, 'base64url'))
const description = keyDescription({ challenge: clientDataHash })
const selfData = decodeObject(selfRegistration().response.attestationObject).get('authData') as Buffer
const area = publicArea(keyFor(-7))
const some = <T>(random: Random, right: T, wrong: () => T) => (random.below(2) === 0 ? right : wrong())

/** Extensions of a leaf, whose values are broken inside. */
const brokenExtensions = (random: Random) =>
  [deviceExtension(), usageExtension(), aaguidExtension()].map(({ extnID, critical, extnValue }) =>
    some(random, extension(extnID, Buffer.from(extnValue.buffer), critical), () =>
      extension(extnID, mutateDer(Buffer.from(extnValue.buffer), random), critical),
    ),
  )

const makers: Record<string, (random: Random) => RegistrationInput> = {
  'packed self': (random) => selfRegistration({ registration: { authData: mutateAuthData(selfData, random) } }),
  'packed x5c': (random) => packedRegistration({ leaf: { extensions: brokenExtensions(random) } }),
  tpm: (random) =>
    tpmRegistration({
      area: some(random, area, () => mutateTpm(area, random)),
      certInfo: (good) => some(random, good, () => mutateTpm(good, random)),
      leaf: { extensions: brokenExtensions(random) },
    }),
  'tpm parts': (random) =>
    tpmRegistration({
      parts: { extraData: random.bytes(random.below(70)) },
      certInfo: (good) => some(random, good, () => certification({ extraData: good, name: random.bytes(34) })),
    }),
  'android-key': (random) => androidRegistration({ description: mutateDer(description, random) }),
  apple: (random) =>
    appleRegistration({
      nonce: ({ all }) => mutateDer(Buffer.concat([Buffer.from('3024a1220420', 'hex'), sha256(all)]), random),
    }),
}

/** Attempts that change genuine registrations by their structure: CBOR, authenticator data, certificates, TPM structures. */
export const createStructureAttempts = (verify: Verify = verifyRegistration): Record<string, CreateAttempt> =>
  Object.fromEntries([
    ...Object.entries(bases).map(([name, inputs]) => [`${name}, changed`, changed(inputs, verify)] as const),
    ...Object.entries(makers).map(([name, make]) => [`${name}, signed again`, signedAgain(make, verify)] as const),
  ])

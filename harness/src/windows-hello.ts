import { hash, sign } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { ExtendedKeyUsage, GeneralName, SubjectAlternativeName } from '@peculiar/asn1-x509'
import { type CborValue, type CreationResult, encodeCbor, type SoftwareAuthenticator } from '@thumbturn/testkit'
import { der, extension, named, type Party, party } from './metadata-service.ts'

const vendor = party(undefined, { pathLength: 'any' })
const batch = party(vendor, { pathLength: 0 })
const device = named({ '2.23.133.2.1': 'id:4E544300', '2.23.133.2.2': 'NPCT6xx', '2.23.133.2.3': 'id:13' })
const aik = party(batch, {
  kind: 'rsa',
  subject: {},
  extensions: [
    extension('2.5.29.37', Buffer.from(AsnConvert.serialize(new ExtendedKeyUsage(['2.23.133.8.3'])))),
    extension('2.5.29.17', der(new SubjectAlternativeName([new GeneralName({ directoryName: device })])), true),
  ],
})

/** The certificate authority of the TPM's vendor, as base64 DER. */
export const tpmVendor = vendor.der.toString('base64')

/** The AAGUID of Windows Hello with a hardware TPM. */
export const windowsHello = '08987058-cadc-4b81-b6e1-30de50dcbe96'

const policy = Buffer.from('9dffcbf36c383ae699fb9868dc6dcb89d7153884be2803922c124158bfad22ae', 'hex')
const uint16 = (value: number) => Buffer.of(value >> 8, value & 255)
const sized = (bytes: Buffer) => Buffer.concat([uint16(bytes.length), bytes])
const hex = (text: string) => Buffer.from(text, 'hex')

/** The registration (RS256) with the statement of a Windows TPM: TPM 2.0, RS1 over SHA-1 (WebAuthn §8.3). */
export function attestedByTpm(
  result: CreationResult,
  { credentials }: Pick<SoftwareAuthenticator, 'credentials'>,
): CreationResult {
  const { key } = credentials.find(({ id }) => id === result.credentialId)!
  const modulus = Buffer.from(String(key.privateKey.export({ format: 'jwk' }).n), 'base64url')
  const pubArea = Buffer.concat([hex('0001000b00060472'), sized(policy), hex('00100010080000000000'), sized(modulus)])
  const authData = Buffer.from(result.authenticatorData, 'base64url')
  const clientDataHash = hash('sha256', Buffer.from(result.clientDataJSON, 'base64url'), 'buffer')
  const attStmt = statement(pubArea, hash('sha1', Buffer.concat([authData, clientDataHash]), 'buffer'), aik)
  const object = new Map<string, CborValue>(Object.entries({ fmt: 'tpm', attStmt, authData }))
  return { ...result, attestationObject: encodeCbor(object).toString('base64url') }
}

function statement(pubArea: Buffer, extraData: Buffer, { privateKey }: Party): CborValue {
  const name = Buffer.concat([hex('000b'), hash('sha256', pubArea, 'buffer')])
  const signer = Buffer.concat([hex('000b'), Buffer.alloc(32, 7)])
  const clockAndFirmware = Buffer.alloc(25, 1)
  const parts = [hex('ff5443478017'), sized(signer), sized(extraData), clockAndFirmware, sized(name), sized(signer)]
  const certInfo = Buffer.concat(parts)
  const sig = sign('sha1', certInfo, privateKey)
  const x5c = [aik.der, batch.der]
  return new Map<string, CborValue>(Object.entries({ alg: -65535, sig, ver: '2.0', x5c, pubArea, certInfo }))
}

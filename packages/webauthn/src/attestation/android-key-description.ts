import type { BaseBlock, Sequence as SequenceBlock } from 'asn1js'
import { guarded } from '../errors.ts'
import { asn1js, readAsn1 } from '../x509/asn1.ts'

/** Fields of the key description extension that WebAuthn checks. */
export type KeyDescription = { challenge: Buffer; software: AuthorizationList; hardware: AuthorizationList }

/** Fields of an authorization list; unknown tags of newer Android versions are ignored. */
export type AuthorizationList = { purposes: number[]; origin?: number; allApplications: boolean }

const tag = { purpose: 1, allApplications: 600, origin: 702 } as const

/**
 * Parses the key description of an Android attestation certificate: version, level, version, level, challenge, ID,
 * software enforced list, hardware enforced list.
 * @throws WebAuthnError attestation
 */
export function readKeyDescription(der: Buffer): KeyDescription {
  return guarded('attestation', 'the key description is garbage', () => {
    const { Enumerated, Integer, OctetString, Sequence } = asn1js()
    const fields = as(Sequence, readAsn1(der)).valueBlock.value
    const shape = [Integer, Enumerated, Integer, Enumerated, OctetString, OctetString, Sequence, Sequence]
    if (fields.length !== shape.length) throw new Error(`${fields.length} fields`)
    shape.forEach((type, i) => void as<BaseBlock>(type, fields[i]))
    return {
      challenge: Buffer.from(as(OctetString, fields[4]).getValue()),
      software: readList(as(Sequence, fields[6])),
      hardware: readList(as(Sequence, fields[7])),
    }
  })
}

function readList(list: SequenceBlock): AuthorizationList {
  const { Constructed, Set: SetOf } = asn1js()
  const found = new Map<number, BaseBlock>()
  for (const item of list.valueBlock.value) {
    const { idBlock, valueBlock } = as(Constructed, item)
    if (found.has(idBlock.tagNumber)) throw new Error(`tag ${idBlock.tagNumber} occurs twice`)
    found.set(idBlock.tagNumber, valueBlock.value[0] as BaseBlock)
  }
  const purpose = found.get(tag.purpose)
  const origin = found.get(tag.origin)
  return {
    purposes: purpose ? as(SetOf, purpose).valueBlock.value.map(readInteger) : [],
    origin: origin && readInteger(origin),
    allApplications: found.has(tag.allApplications),
  }
}

const readInteger = (block: unknown) => as(asn1js().Integer, block).valueBlock.valueDec

function as<T>(type: abstract new (...args: never[]) => T, block: unknown): T {
  if (!(block instanceof type)) throw new Error('unexpected ASN.1 type')
  return block
}

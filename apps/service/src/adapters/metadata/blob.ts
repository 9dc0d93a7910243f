import { X509Certificate } from 'node:crypto'
import { type KeyProtection, keyProtections } from '@thumbturn/contract/vocabulary/certification.ts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { toAaguid } from '../../core/model/aaguids/aaguid.ts'
import { isImage } from '../../core/model/aaguids/image.ts'
import { coseNumbers } from './algorithms.ts'
import type { Link } from './chain.ts'
import { type BlobRequirements, verifyPayload } from './signature.ts'
import type { StatusReport } from './status.ts'

const Payload = Type.Object({
  no: Type.Integer({ minimum: 0 }),
  nextUpdate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  entries: Type.Array(Type.Unknown()),
})

const Entry = Type.Object({
  aaguid: Type.Optional(Type.String()),
  statusReports: Type.Array(Type.Object({ status: Type.String(), effectiveDate: Type.Optional(Type.String()) })),
  metadataStatement: Type.Object({
    description: Type.String(),
    protocolFamily: Type.Optional(Type.String()),
    attestationRootCertificates: Type.Array(Type.String()),
    attestationTypes: Type.Array(Type.String()),
    authenticationAlgorithms: Type.Array(Type.String()),
    icon: Type.Optional(Type.String()),
    iconDark: Type.Optional(Type.String()),
    // Shown, and read leniently: a list must not lose a model over them.
    keyProtection: Type.Optional(Type.Unknown()),
    authenticatorGetInfo: Type.Optional(Type.Unknown()),
  }),
})

/** A model in the list. */
export type Model = {
  /** Absent for U2F, whose models have none. */
  aaguid: string | undefined
  isU2f: boolean
  name: string
  icon: string | undefined
  iconDark: string | undefined
  /** DER. */
  anchors: readonly Uint8Array[]
  reports: readonly StatusReport[]
  attestationTypes: readonly string[]
  algorithms: readonly number[]
  keyProtection: readonly KeyProtection[]
}

/** A list (MetadataBLOBPayload) with a verified signature, and the certificates that verified it. */
export type Blob = { no: number; nextUpdate: string; models: readonly Model[]; links: readonly Link[] }

/**
 * Verifies and reads a metadata BLOB (FIDO MDS §3.1.7, "processing rules"). Entries that can't be read, or are neither
 * FIDO2 nor U2F, are skipped and so have no trust anchors. Throws an Error that says what is wrong.
 */
export function readBlob(jws: string, demands: BlobRequirements): Blob {
  const { payload, links } = verifyPayload(jws, demands)
  if (!Value.Check(Payload, payload)) throw new Error('it does not hold no, nextUpdate and entries as it should')
  const { no, nextUpdate, entries } = payload
  return { no, nextUpdate, models: entries.flatMap((entry) => toModel(entry) ?? []), links }
}

function toModel(entry: unknown): Model | undefined {
  if (!Value.Check(Entry, entry)) return undefined
  const { metadataStatement: statement, statusReports: reports } = entry
  const aaguid = toAaguid(entry.aaguid ?? '')
  const isU2f = statement.protocolFamily === 'u2f'
  if (aaguid === undefined && !isU2f) return undefined
  return { aaguid, isU2f, reports, ...describeStatement(statement) }
}

function describeStatement(statement: Static<typeof Entry>['metadataStatement']) {
  const { description, icon, iconDark, attestationTypes, authenticationAlgorithms } = statement
  return {
    name: printable(description),
    icon: icon && isImage(icon) ? icon : undefined,
    iconDark: iconDark && isImage(iconDark) ? iconDark : undefined,
    anchors: statement.attestationRootCertificates.flatMap(certificate),
    attestationTypes,
    algorithms: listAlgorithms(authenticationAlgorithms, statement.authenticatorGetInfo),
    keyProtection: keyProtections.filter((known) => listTexts(statement.keyProtection).includes(known)),
  }
}

const listTexts = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Algorithms by COSE number: those that the statement names and, as the FIDO registry has no names for newer ones, those that the
 * authenticator reports (CTAP 2.2 §6.4).
 */
function listAlgorithms(names: readonly string[], info: unknown): number[] {
  const { algorithms } = (info ?? {}) as { algorithms?: unknown }
  const reported = listTexts(algorithms)
    .map((algorithm) => (algorithm as { alg?: unknown } | null)?.alg)
    .filter((alg) => typeof alg === 'number')
  return [...new Set([...coseNumbers(names), ...reported])]
}

/** The DER of a certificate; undefined if it's invalid, as one bad anchor must not affect the others. */
function certificate(text: string): Buffer[] {
  try {
    return [new X509Certificate(Buffer.from(text, 'base64')).raw]
  } catch {
    return []
  }
}

/** One printable line of at most 128 characters, like the name of a passkey. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 128)
    .toWellFormed()

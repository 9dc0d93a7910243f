import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { choice } from './choice.ts'
import { credProtectPolicies } from './passkey-options.ts'
import { mostGroupsOfUser, type ProfileFieldName } from './profiles.ts'
import { usernameTypes } from './sign-in-methods.ts'

/** The name and version of the format of exported users, which the first line of a file states. */
export const userFormat = 'thumbturn-users'
export const userFormatVersion = 1

/** Why a line of an import was rejected. */
export const importRejections = [
  'invalid_json',
  'invalid_record',
  'invalid_username',
  'invalid_contact',
  'invalid_profile',
  'invalid_public_key',
  'unsupported_algorithm',
  'too_many_passkeys',
  'id_taken',
  'username_taken',
  'contact_taken',
  'credential_taken',
  'unknown_group',
] as const

export type ImportRejection = (typeof importRejections)[number]

/** The outcomes of a line: `unchanged` users were there already, with the same passkeys. */
export const importOutcomes = ['imported', 'unchanged', 'rejected'] as const

export type ImportOutcome = (typeof importOutcomes)[number]

// A misspelled field is an error, so that nothing is lost without notice.
const Strict = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false })
const optionalFields = <T extends TProperties>(properties: T) => Type.Partial(Strict(properties)).properties

const Line = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength, pattern: patterns.line })
const Binary = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: patterns.binary })
const Time = Type.String({ maxLength: 64, format: 'date-time' })
const Uuid = Type.String({ maxLength: 36, pattern: patterns.uuid })

const mostPasskeys = 1000

/** The first line of a file. */
export const FileHeader = Strict({
  format: Type.Literal(userFormat),
  version: Type.Literal(userFormatVersion),
  rpId: Line(253),
  ...optionalFields({ application: Line(63), exportedAt: Time, source: Line(256) }),
})

/** The results of the extensions of a passkey's registration, as the APIs show them. */
const ExtensionResults = Type.Partial(
  Strict({
    client: Type.Partial(Strict({ discoverable: Type.Boolean(), prf: Type.Boolean(), largeBlob: Type.Boolean() })),
    authenticator: Type.Partial(
      Strict({
        credProtect: choice(credProtectPolicies),
        minPinLength: Type.Integer({ minimum: 0, maximum: 63 }),
        hmacSecret: Type.Boolean(),
      }),
    ),
  }),
)

/** A passkey in the line of its user. Binary fields are base64url; base64 and padding are accepted. */
export const PasskeyRecord = Strict({
  credentialId: Binary(1368),
  ...optionalFields({
    id: Uuid,
    publicKeyCose: Binary(8192),
    publicKeySpki: Binary(8192),
    publicKeyJwk: Type.Object({}, { additionalProperties: true }),
    algorithm: Type.Integer({ minimum: -65_535, maximum: -1 }),
    userHandle: Binary(88),
    signCount: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
    transports: Type.Array(Type.String({ minLength: 1, maxLength: 32, pattern: patterns.transport }), { maxItems: 16 }),
    backupEligible: Type.Boolean(),
    backedUp: Type.Boolean(),
    userVerified: Type.Boolean(),
    attestationFormat: Line(32),
    extensions: ExtensionResults,
    aaguid: Type.String({ maxLength: 64 }),
    name: Line(128, 0),
    createdAt: Time,
    lastUsedAt: Time,
  }),
})

/** An email address or phone number in the line of its user. */
export const ContactRecord = Strict({
  kind: choice(['email', 'phone']),
  address: Line(256),
  ...optionalFields({ verifiedAt: Time, messagingConsent: Type.Boolean(), secondary: Type.Boolean(), createdAt: Time }),
})

const Url = Type.String({ maxLength: 2_000, pattern: patterns.visible })

/** The profile in the line of its user. */
export const ProfileRecord = Strict(
  optionalFields({
    name: Line(256, 0),
    givenName: Line(256, 0),
    familyName: Line(256, 0),
    nickname: Line(256, 0),
    picture: Url,
    website: Url,
    locale: Line(64, 0),
    zoneinfo: Line(64, 0),
  } satisfies Record<ProfileFieldName, TSchema>),
)

/** A line of a file: one user. */
export const UserRecord = Strict({
  username: Line(256),
  passkeys: Type.Array(PasskeyRecord, { maxItems: mostPasskeys }),
  ...optionalFields({
    id: Uuid,
    usernameType: choice(usernameTypes),
    displayName: Line(256, 0),
    status: choice(['active', 'inactive']),
    createdAt: Time,
    contacts: Type.Array(ContactRecord, { maxItems: 6 }),
    profile: ProfileRecord,
    claims: Type.Object({}, { additionalProperties: true }),
    groups: Type.Array(Line(64), { maxItems: mostGroupsOfUser }),
  }),
})

/** The last line of a file, without which it is incomplete. */
export const FileEnd = Strict({ end: Type.Literal(true), ...optionalFields({ users: Type.Integer({ minimum: 0 }) }) })

/** The last line of a page that isn't the last one. */
export const PageEnd = Strict({ next: Line(512) })

export type FileHeader = Static<typeof FileHeader>
export type UserRecord = Static<typeof UserRecord>
export type PasskeyRecord = Static<typeof PasskeyRecord>
export type ContactRecord = Static<typeof ContactRecord>

export type LineSchema = typeof FileHeader | typeof UserRecord | typeof FileEnd | typeof PageEnd

import { type TProperties, Type } from 'typebox'
import { patterns } from '../patterns.ts'

/** The fields of a profile besides custom claims. */
export const profileFieldNames = [
  'name',
  'givenName',
  'familyName',
  'nickname',
  'picture',
  'website',
  'locale',
  'zoneinfo',
] as const

export type ProfileFieldName = (typeof profileFieldNames)[number]

/** An application has at most this many groups. */
export const mostGroups = 1_000

/** A user is in at most this many groups, whose names are all in their tokens. */
export const mostGroupsOfUser = 100

const line = (maxLength: number, description: string, example: string) =>
  Type.String({ maxLength, pattern: patterns.line, description, examples: [example] })

const url = (description: string, example: string) =>
  Type.String({ maxLength: 2_000, pattern: patterns.visible, description, examples: [example] })

/** The fields of a profile, as every API and file has them. */
export const profileFields = {
  name: line(256, 'The full name; without it, programs get the display name', 'Ada Lovelace'),
  givenName: line(256, 'The given name', 'Ada'),
  familyName: line(256, 'The family name', 'Lovelace'),
  nickname: line(256, 'The nickname', 'ada'),
  picture: url('A picture of the user; begins with https://', 'https://example.com/ada.png'),
  website: url('The home page of the user', 'https://ada.example'),
  locale: line(64, 'The preferred language (BCP 47)', 'en-GB'),
  zoneinfo: line(64, 'The time zone (IANA)', 'Europe/London'),
} as const satisfies Readonly<Record<ProfileFieldName, unknown>>

/** Custom claims by name: any JSON. */
export const CustomClaims = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'CustomClaims',
    description:
      'Claims by name, each any JSON. Together at most 4 kB; names that OpenID Connect or JWT define are rejected. Clients get those that their settings name',
    examples: [{ department: 'Engines' }],
  },
)

/** The name of a group. */
export const GroupName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: patterns.line,
  description: 'The name, unique ignoring case, without commas, semicolons, and vertical bars',
  examples: ['admins'],
})

export const GroupNames = Type.Array(GroupName, { maxItems: mostGroupsOfUser, examples: [['admins']] })

const strict = { additionalProperties: false } as const
const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties

export const groupDescription = line(256, 'The purpose of the group', 'They administer everything')

/** The fields of a new group. */
export const GroupRequest = Type.Object(
  { name: GroupName, ...optional({ description: groupDescription, claims: CustomClaims }) },
  {
    ...strict,
    examples: [{ name: 'admins', description: 'They administer everything', claims: { department: 'Engines' } }],
  },
)

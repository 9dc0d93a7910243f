/** An attribute of a resource, as `/Schemas` describes it (RFC 7643 §7). */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
}

export type ResourceType = 'User' | 'Group'

export type Schema = { id: string; name: ResourceType; description: string; attributes: readonly Attribute[] }

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** An optional text unless `more` says otherwise. */
const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const readOnly = { mutability: 'readOnly' } as const

const externalId = attribute('externalId', 'The identifier that the provisioning client uses', { caseExact: true })

/** Attributes that every resource has and no schema lists (RFC 7643 §3.1). */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'The schemas of the resource', {
    type: 'reference',
    multiValued: true,
    required: true,
    caseExact: true,
    returned: 'always',
  }),
  attribute('id', 'The identifier of the resource', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('meta', 'Facts about the resource', {
    ...readOnly,
    type: 'complex',
    subAttributes: [
      attribute('resourceType', 'The type of the resource', { ...readOnly, caseExact: true }),
      attribute('created', 'When it was created', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'When it was last changed', { ...readOnly, type: 'dateTime' }),
      attribute('location', 'Its address', { ...readOnly, type: 'reference', caseExact: true }),
      attribute('version', 'Its entity tag', { ...readOnly, caseExact: true }),
    ],
  }),
]

const nameParts = attribute('name', 'The parts of the name', {
  type: 'complex',
  subAttributes: [
    attribute('formatted', 'The full name'),
    attribute('familyName', 'The family name'),
    attribute('givenName', 'The given name'),
    attribute('middleName', 'The middle names'),
    attribute('honorificPrefix', 'The title before the name'),
    attribute('honorificSuffix', 'The suffix after the name'),
  ],
})

const emails = attribute('emails', 'The email addresses', {
  type: 'complex',
  multiValued: true,
  subAttributes: [
    attribute('value', 'The address', { required: true }),
    attribute('display', 'The address as displayed'),
    attribute('type', 'What it is used for', { canonicalValues: ['work', 'home', 'other'] }),
    attribute('primary', 'Whether it is the preferred address', { type: 'boolean' }),
  ],
})

const groups = attribute('groups', 'The groups of the user; to change them, change the groups', {
  ...readOnly,
  type: 'complex',
  multiValued: true,
  subAttributes: [
    attribute('value', 'The identifier of the group', { ...readOnly, caseExact: true }),
    attribute('$ref', 'The address of the group', {
      ...readOnly,
      type: 'reference',
      caseExact: true,
      referenceTypes: ['Group'],
    }),
    attribute('display', 'The name of the group', readOnly),
    attribute('type', 'Always direct', { ...readOnly, canonicalValues: ['direct'] }),
  ],
})

const members = attribute('members', 'The users in the group', {
  type: 'complex',
  multiValued: true,
  subAttributes: [
    attribute('value', 'The identifier of the user', { mutability: 'immutable', required: true, caseExact: true }),
    attribute('$ref', 'The address of the user', {
      mutability: 'immutable',
      type: 'reference',
      caseExact: true,
      referenceTypes: ['User'],
    }),
    attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
  ],
})

export const schemas: Readonly<Record<ResourceType, Schema>> = {
  User: {
    id: userSchema,
    name: 'User',
    description: 'A member of the installation',
    attributes: [
      attribute('userName', 'The username, unique regardless of case', { required: true, uniqueness: 'server' }),
      nameParts,
      attribute('displayName', 'The name that other members see; without it, they see the parts of the name'),
      attribute('active', 'Whether the member can sign in', { type: 'boolean' }),
      emails,
      groups,
      externalId,
    ],
  },
  Group: {
    id: groupSchema,
    name: 'Group',
    description: 'A group, to which owners map roles',
    attributes: [
      attribute('displayName', 'The name, unique regardless of case', { required: true, uniqueness: 'server' }),
      members,
      externalId,
    ],
  },
}

/** Attributes of RFC 7643 §4.1 that we don't keep. Directories send them by default, so they are ignored, not rejected. */
const ignored = new Set(
  'nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers ims photos addresses entitlements roles x509Certificates'
    .split(' ')
    .map((name) => name.toLowerCase()),
)

/** Whether clients send the attribute although `/Schemas` doesn't have it: one of the standard, or of an extension. */
export const isIgnored = (name: string): boolean =>
  ignored.has(name.toLowerCase()) || (/^urn:/i.test(name) && !Object.values(urnPatterns).some((urn) => urn.test(name)))

/** The URN of a schema as clients send it: ours, that of SCIM 1.1 (`urn:scim:schemas:core:1.0`), or that of a draft. */
const urnPatterns: Readonly<Record<ResourceType, RegExp>> = {
  User: /^urn:(?:ietf:params:)?scim:schemas:core:[12]\.0(?::user)?(?=:|$)/i,
  Group: /^urn:(?:ietf:params:)?scim:schemas:core:[12]\.0(?::group)?(?=:|$)/i,
}

/** Whether that is the schema of the type, in any of its spellings. */
export const isSchemaOf = (type: ResourceType, urn: string): boolean => urn.replace(urnPatterns[type], '') === ''

/** The name of an attribute without the URN of its schema, which it can begin with. */
export function withoutSchema(type: ResourceType, name: string): string {
  const [urn] = urnPatterns[type].exec(name) ?? []
  return urn === undefined ? name : name.slice(urn.length + 1)
}

/** The attribute of that name, in any case. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase())

/** Every attribute of resources of that type. */
export const listAttributes = (type: ResourceType): readonly Attribute[] => [
  ...commonAttributes,
  ...schemas[type].attributes,
]

import { type Static, Type } from 'typebox'
import { patterns } from '../patterns.ts'

/** An application has at most this many protected resources. */
export const mostResources = 100

/** A resource has at most this many scopes: users must be able to read what they allow. */
export const mostResourceScopes = 64

const strict = { additionalProperties: false } as const

/** The exact URI of a resource, by which requests and tokens name it. */
export const ResourceUri = Type.String({
  minLength: 8,
  maxLength: 500,
  pattern: patterns.visible,
  description:
    'The URI of the API, which is the audience of its access tokens. Compared exactly, except that the case of scheme and host does not matter, nor a single / after the host',
  examples: ['https://mcp.example.com/files'],
})

const ResourceScope = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: patterns.scope,
      description: 'The scope as programs ask for it',
      examples: ['files:read'],
    }),
    description: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: patterns.line,
      description: 'The permission in words, which users read before they allow it',
      examples: ['Read your files'],
    }),
  },
  { ...strict, title: 'ResourceScope' },
)

export type ResourceScope = Static<typeof ResourceScope>

const choices = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: patterns.line,
    description: 'The name that users see',
    examples: ['Files'],
  }),
  scopes: Type.Array(ResourceScope, {
    maxItems: mostResourceScopes,
    description: 'The permissions that programs can ask for; none: full access',
    examples: [[{ name: 'files:read', description: 'Read your files' }]],
  }),
  allowedGroups: Type.Array(
    Type.String({ minLength: 1, maxLength: 64, pattern: patterns.line, description: 'A group', examples: ['staff'] }),
    {
      maxItems: 100,
      uniqueItems: true,
      description: 'The groups whose members programs can get access for; empty: every user of the application',
      examples: [['staff']],
    },
  ),
}

/** The fields of a protected resource as the APIs return them. */
export const resourceFields = { uri: ResourceUri, ...choices }

const { name, ...others } = choices

const exampleResource = {
  uri: 'https://mcp.example.com/files',
  name: 'Files',
  scopes: [
    { name: 'files:read', description: 'Read your files' },
    { name: 'files:write', description: 'Change and delete your files' },
  ],
}

/** The request that creates a protected resource. */
export const ResourceRequest = Type.Object(
  { uri: ResourceUri, name, ...Type.Partial(Type.Object(others)).properties },
  { ...strict, examples: [exampleResource] },
)

export type ResourceRequest = Static<typeof ResourceRequest>

/** The request that changes a protected resource; absent fields stay as they are. */
export const ResourcePatch = Type.Partial(Type.Object(choices), {
  ...strict,
  examples: [{ scopes: exampleResource.scopes }],
})

export type ResourcePatch = Static<typeof ResourcePatch>

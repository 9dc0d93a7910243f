import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleCoseKey, exampleCredentialId, exampleUserId } from '../sample.ts'
import { Line } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { importOutcomes, importRejections } from '../vocabulary/user-records.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const header = '{"format":"thumbturn-users","version":1,"rpId":"example.com"}'
const user = JSON.stringify({
  username: 'ada@example.com',
  passkeys: [{ credentialId: exampleCredentialId, publicKeyCose: exampleCoseKey, userHandle: 'dXNlci0yMzQ3MQ' }],
})

const Count = (description: string) => Type.Integer({ description, examples: [1] })

const ImportResult = Type.Object(
  {
    line: Type.Integer({ description: 'The number of the line in the body, from 1', examples: [2] }),
    outcome: choice(importOutcomes, {
      description: '`unchanged`: the user exists with the same passkeys, and was left as is',
      examples: ['imported'],
    }),
    userId: Type.Optional(Type.String({ description: 'The user, unless rejected', examples: [exampleUserId] })),
    code: Type.Optional(
      choice(importRejections, { description: 'Why the line was rejected', examples: ['username_taken'] }),
    ),
    msg: Type.Optional(Type.String({ description: 'The same in words', examples: ['line 2 has the same username'] })),
  },
  { title: 'ImportResult' },
)

const shared = { limit: 'admin', tag: 'users' } as const

/** Bringing users with passkeys in and out. */
export const userTransferRoutes = {
  usersImport: route({
    method: 'POST',
    path: '/applications/{id}/users/import',
    concurrency: 'import',
    ...shared,
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Import users with passkeys',
    description:
      'Imports users whose passkeys were registered elsewhere, as JSON Lines: a header, then at most 1,000 users. Writes each user with passkeys, contacts, profile, claims, and groups, or not at all. After an error, you can repeat the call. Existing users are never changed.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      dryRun: Type.Optional(
        choice(['true', 'false'], { description: 'Check everything, and write nothing', examples: ['true'] }),
      ),
      createGroups: Type.Optional(
        choice(['true', 'false'], {
          description: 'Create groups that do not exist; otherwise, lines that name them are rejected',
          examples: ['true'],
        }),
      ),
    }),
    body: Type.String({ description: 'JSON Lines, up to 1 MB', examples: [`${header}\n${user}\n`] }),
    bodyMedia: 'application/x-ndjson',
    ok: 200,
    result: Type.Object(
      {
        imported: Count('How many users were imported'),
        unchanged: Count('How many users exist with the same passkeys'),
        rejected: Count('How many lines were rejected'),
        results: Type.Array(ImportResult),
      },
      { title: 'ImportResults' },
    ),
    also: {
      ...rejections,
      400: 'The header is missing, or its RP ID is not the application’s, or there are more than 1,000 users',
      404: 'The application does not exist',
      413: 'The body is larger than 1 MB',
      415: 'The body must be sent as application/x-ndjson in UTF-8, without content encoding',
    },
  }),
  usersExport: route({
    method: 'GET',
    path: '/applications/{id}/users/export',
    concurrency: 'export',
    canLag: true,
    ...shared,
    access: { kind: 'admin', role: 'owner', fresh: true },
    summary: 'Export users with passkeys',
    description:
      'Returns a page of JSON Lines, sorted by username. The first page starts with the header. The last line of a page is `{"next":"…"}`, whose value is the `cursor` for the next call, or `{"end":true}`. You can import the concatenated pages. A page of users with many passkeys has fewer users than `limit`.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      cursor: Type.Optional(
        Line(256, { minLength: 1, description: 'The `next` of the page before', examples: ['ada'] }),
      ),
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo1000,
          description: 'The maximum number of results; 100 by default',
          examples: ['100'],
        }),
      ),
    }),
    ok: 200,
    media: 'application/x-ndjson',
    result: Type.String({ examples: [`${header}\n${user}\n{"end":true}\n`] }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
} as const

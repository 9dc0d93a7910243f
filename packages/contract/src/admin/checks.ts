import { Type } from 'typebox'
import { route } from '../route.ts'
import { checkFixes } from '../vocabulary/checks.ts'
import { choice } from '../vocabulary/choice.ts'
import { ApplicationId, rejections } from './shapes.ts'

const CheckFix = Type.Object(
  {
    kind: choice(checkFixes, { description: 'What to do', examples: ['openKeys'] }),
    application: Type.String({ description: 'The application that it is about', examples: ['shop'] }),
    origin: Type.Optional(
      Type.String({ description: 'Only of `allowOrigin`: the origin', examples: ['https://www.example.com'] }),
    ),
  },
  { title: 'CheckFix', description: 'How the dashboard helps you fix it' },
)

const CheckPhrase = Type.Object(
  {
    code: Type.String({ description: 'Identifies the text', examples: ['database_good'] }),
    values: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The values in the text, by name',
        examples: [{ database: 'SQLite' }],
      },
    ),
  },
  { title: 'CheckPhrase', description: 'A text as a code with values, for other languages' },
)

const AdminCheck = Type.Object(
  {
    name: Type.String({ description: 'What was checked', examples: ['database'] }),
    status: Type.Union([Type.Literal('good'), Type.Literal('warning'), Type.Literal('broken')], { examples: ['good'] }),
    message: Type.String({ description: 'What was found', examples: ['SQLite can be read and written'] }),
    messagePhrase: Type.Optional(CheckPhrase),
    advice: Type.Optional(Type.String({ description: 'What to do about it', examples: ['Free some space'] })),
    advicePhrase: Type.Optional(CheckPhrase),
    expected: Type.Optional(
      Type.String({
        description: 'What a file must contain, if the finding is about one',
        examples: ['{"origins":["https://example.net"]}'],
      }),
    ),
    fix: Type.Optional(CheckFix),
  },
  { title: 'AdminCheck' },
)

const shared = { limit: 'admin', tag: 'checks' } as const

/** The findings of `doctor`, for the service that responds. */
export const checkRoutes = {
  checksList: route({
    ...shared,
    method: 'GET',
    path: '/checks',
    concurrency: 'report',
    access: { kind: 'admin', role: 'viewer', scope: 'installation' },
    summary: 'Check the installation',
    description:
      'Runs the checks of `doctor`: address, TLS, database, clock, applications, FIDO metadata, email, and SMS, and in production ' +
      'mode also backup, disk, files, and metrics. Sends nothing. A check that takes longer than eight seconds is `broken`, so the response arrives within ten.',
    ok: 200,
    result: Type.Object({ checks: Type.Array(AdminCheck) }, { title: 'AdminChecks' }),
    also: rejections,
  }),
  applicationChecksList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/checks',
    concurrency: 'report',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Check an application',
    description:
      'The findings about one application: RP ID, origins, and pages of other origins that called in the last day, keys, and ' +
      'the well-known files that its RP ID has to serve. Those files are requested if the host has a public address.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ checks: Type.Array(AdminCheck) }, { title: 'ApplicationChecks' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
} as const

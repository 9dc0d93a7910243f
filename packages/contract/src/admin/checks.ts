import { Type } from 'typebox'
import { route } from '../route.ts'
import { checkFixes } from '../vocabulary/checks.ts'
import { choice } from '../vocabulary/choice.ts'
import { rejections } from './shapes.ts'

const CheckFix = Type.Object(
  {
    kind: choice(checkFixes, { description: 'What helps', examples: ['openKeys'] }),
    application: Type.String({ description: 'The application that it is about', examples: ['shop'] }),
  },
  { title: 'CheckFix', description: 'How the dashboard helps to fix it' },
)

const AdminCheck = Type.Object(
  {
    name: Type.String({ description: 'What was checked', examples: ['database'] }),
    status: Type.Union([Type.Literal('good'), Type.Literal('warning'), Type.Literal('broken')], { examples: ['good'] }),
    message: Type.String({ description: 'What was found', examples: ['SQLite can be read and written'] }),
    advice: Type.Optional(Type.String({ description: 'What to do about it', examples: ['Free some space'] })),
    fix: Type.Optional(CheckFix),
  },
  { title: 'AdminCheck' },
)

/** What `doctor` finds, of the service that responds. */
export const checkRoutes = {
  checksList: route({
    method: 'GET',
    path: '/checks',
    access: { kind: 'admin', role: 'viewer', scope: 'installation' },
    limit: 'admin',
    tag: 'checks',
    summary: 'Check the installation',
    description:
      'What `doctor` checks: address, TLS, database, clock, applications, FIDO metadata, email, and SMS; in production ' +
      'mode also backup, disk, files, and metrics. Nothing is sent. A check that takes longer than eight seconds is `broken`, so the response comes within ten.',
    ok: 200,
    result: Type.Object({ checks: Type.Array(AdminCheck) }, { title: 'AdminChecks' }),
    also: rejections,
  }),
} as const

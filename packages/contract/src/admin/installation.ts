import { Type } from 'typebox'
import { route } from '../route.ts'
import { rejections } from './shapes.ts'

/** The parts of the installation around the dashboard, so that it refers to nothing that doesn't exist here. */
export const installationRoutes = {
  installationShow: route({
    method: 'GET',
    path: '/installation',
    limit: 'admin',
    tag: 'installation',
    access: { kind: 'member' },
    summary: 'Show what belongs to the installation',
    description: 'Returns how its command line is called, and which optional parts it has.',
    ok: 200,
    result: Type.Object(
      {
        command: Type.String({
          description: 'How an operator calls the command line on the machine of the service',
          examples: ['npx thumbturn'],
        }),
        hasDocumentation: Type.Boolean({
          description: 'Whether the service serves the website with the documentation at `/` now',
          examples: [true],
        }),
        demoDataCommand: Type.Optional(
          Type.String({
            description: 'The command that fills an application with made-up data, if this installation has it',
            examples: ['npm run demo-data'],
          }),
        ),
      },
      { title: 'Installation' },
    ),
    also: rejections,
  }),
} as const

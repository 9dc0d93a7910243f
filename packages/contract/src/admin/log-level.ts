import { Type } from 'typebox'
import { route } from '../route.ts'
import { choice } from '../vocabulary/choice.ts'
import { logLevels } from '../vocabulary/log-levels.ts'
import { rejections, Strict } from './shapes.ts'

const Level = choice(logLevels, {
  description: 'The least severe lines that are written; `silent` writes none',
  examples: ['debug'],
})

const LogLevel = Type.Object({ level: Level }, { title: 'LogLevel' })

const shared = { path: '/log-level', limit: 'admin', tag: 'log' } as const

/** The log level of the node that responds. */
export const logLevelRoutes = {
  logLevelShow: route({
    ...shared,
    access: { kind: 'admin', role: 'viewer', scope: 'installation' },
    method: 'GET',
    summary: 'Show the log level',
    description: 'Returns the level of the node that responds.',
    ok: 200,
    result: LogLevel,
    also: rejections,
  }),
  logLevelSet: route({
    ...shared,
    access: { kind: 'admin', role: 'owner', scope: 'installation', fresh: true },
    method: 'PUT',
    summary: 'Set the log level',
    description:
      'Takes effect immediately on the node that responds, until it stops: the next start reads `LOG_LEVEL`. The signal SIGUSR2 ' +
      'switches between `debug` and `LOG_LEVEL`.',
    body: Strict({ level: Level }),
    ok: 200,
    result: LogLevel,
    also: rejections,
  }),
} as const

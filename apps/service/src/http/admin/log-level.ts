import type { logLevelRoutes } from '@thumbturn/contract/admin/log-level.ts'
import type { LogLevel } from '@thumbturn/contract/vocabulary/log-levels.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { HandlersOf } from '../call.ts'
import { changeLogLevel } from '../log-level.ts'

export const logLevelHandlers = (log: FastifyBaseLogger) =>
  ({
    logLevelShow: () => ({ level: log.level as LogLevel }),
    logLevelSet({ body: { level } }, { caller }) {
      changeLogLevel(log, level, { key: caller.by })
      return { level }
    },
  }) satisfies HandlersOf<typeof logLevelRoutes>

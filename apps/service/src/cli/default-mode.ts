import { type Environment, readEnvironment } from '../environment.ts'
import { layout } from './layout.ts'

/** The environment with a mode, if this installation has a default one. */
export const withDefaultMode = (env: Environment): Environment =>
  layout.defaultMode === undefined || readEnvironment(env).THUMBTURN_MODE !== undefined
    ? env
    : { ...env, THUMBTURN_MODE: layout.defaultMode }

import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { delimiter, join, relative, resolve } from 'node:path'

type Context = { env?: Readonly<Record<string, string | undefined>>; folder?: string }

/**
 * How an operator calls the command line of the published package in `home`, from the current folder: `npx thumbturn` in a
 * project of npm, the path of the program in an unpacked archive, and `thumbturn` where that is on the PATH (Debian
 * package, image, `npm install --global`).
 */
export function findCommand(home: string, { env = process.env, folder = process.cwd() }: Context = {}): string {
  if (/[\\/]node_modules[\\/]thumbturn[\\/]?$/.test(home)) return isInProject(home, env) ? 'npx thumbturn' : 'thumbturn'
  const program = findProgram(join(home, '../bin'))
  if (program === undefined || (env.PATH ?? '').split(delimiter).some((path) => findProgram(path) === program))
    return 'thumbturn'
  const path = relative(realpathSync(folder), program)
  return path.startsWith('..') ? program : path.includes('/') ? path : `./${path}`
}

/** The real path of the program `thumbturn` in a folder. */
function findProgram(folder: string): string | undefined {
  try {
    const path = resolve(folder, 'thumbturn')
    accessSync(path, constants.X_OK)
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Not installed globally. npm sets the variable for npx and for scripts. */
const isInProject = (home: string, env: NonNullable<Context['env']>) =>
  Boolean(env.npm_lifecycle_event) || existsSync(join(home, '../../package.json'))

import { type Config, loadConfig } from '../config.ts'
import { AppError, notFound } from '../core/errors.ts'
import { explainOutage, type OpenedInstallation, openInstallation, trustOwnAuthorities } from '../installation.ts'
import { createAddressNote } from './address-difference.ts'
import { withDefaultMode } from './default-mode.ts'
import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

/** The context that commands share. */
export type Cli = {
  output: Output
  terminal: Terminal
  /** Read from the environment when first asked for, so that help and completion work without. */
  config(): Config
  /** Opens the installation for one action, then closes it. `core.config` has the address where the service last started. */
  run(action: (core: OpenedInstallation) => Promise<void>): Promise<void>
}

export function createCli(output: Output, terminal: Terminal): Cli {
  let config: Config | undefined
  const cli: Cli = {
    output,
    terminal,
    config: () => {
      config ??= loadOwnConfig(terminal.env)
      return config
    },
    async run(action) {
      const core = await openInstallation(cli.config(), terminal.env)
      try {
        const note = output.json ? undefined : createAddressNote({ env: terminal.env, config: cli.config() }, core)
        if (note !== undefined) terminal.writeError(note)
        const name = terminal.env.SUDO_USER ?? terminal.env.USER ?? 'command line'
        await action({ ...core, actor: { kind: 'cli', id: 'command line', name } })
      } catch (error) {
        throw nameDatabase(error, cli.config())
      } finally {
        await core.store.close()
      }
    },
  }
  return cli
}

function loadOwnConfig(env: Terminal['env']): Config {
  const config = loadConfig(withDefaultMode(env))
  trustOwnAuthorities(config)
  return config
}

/** A missing thing is often in another database than the one that this command opened. */
function nameDatabase(error: unknown, config: Config): unknown {
  if (!(error instanceof AppError) || error.code !== 'not_found') return explainOutage(error, config)
  const { DATABASE_URL } = config
  return notFound(`${error.message} (database: ${describeDatabase(DATABASE_URL)})`, error)
}

/** Without the name and password of a PostgreSQL URL. */
function describeDatabase(url: string): string {
  if (url.startsWith('sqlite:')) return url
  if (!URL.canParse(url)) return 'PostgreSQL'
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host}${pathname}`
}

/** For options that can be given several times. */
export const collect = (value: string, previous: readonly string[] | undefined): string[] => [
  ...(previous ?? []),
  value,
]

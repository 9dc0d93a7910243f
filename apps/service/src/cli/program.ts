import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { findServeProblems, loadConfig } from '../config.ts'
import { createAppCommands } from './app.ts'
import { createBackupCommand, createRestoreCommand } from './backup.ts'
import { type Cli, createCli } from './cli.ts'
import { createClientCommands } from './client.ts'
import { createClientKeyCommands } from './client-key.ts'
import { createCompletionCommand } from './completion.ts'
import { createConnectorCommands } from './connector.ts'
import { withDefaultMode } from './default-mode.ts'
import { createDistributeCommand } from './distribute.ts'
import { createEventsCommands } from './events.ts'
import { createExportCommand } from './export.ts'
import { explainError, explainUsage, type Failure } from './failure.ts'
import { createGroupCommands } from './group.ts'
import { createImportCommand } from './import.ts'
import { createKeyCommands } from './key.ts'
import { layout } from './layout.ts'
import { createMasterKeyCommands } from './master-key.ts'
import { createMemberCommands } from './member.ts'
import { createMigrateCommand } from './migrate.ts'
import { createMigrateSchemaCommand } from './migrate-schema.ts'
import { createOutboxCommands } from './outbox.ts'
import { findPageWidth, inJson, type Output } from './output.ts'
import { createResourceCommands } from './resource.ts'
import { createSetUpLinkCommand } from './set-up-link.ts'
import { createSigningKeyCommands } from './signing-key.ts'
import { createSiteCommands } from './site.ts'
import { createSsoCommands } from './sso.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { createUserCommands } from './user.ts'
import { readVersion } from './version.ts'

const footer = `
Settings are environment variables. The page "Configuration" of the documentation lists them.

Exit codes:
  0  done
  1  doctor found something broken, an import rejected lines, or a dry run found migrations to apply
  2  the command was wrong or failed; the error says why, in JSON with --json
  130  an import was interrupted; run it again to resume
`

/** The whole command line. */
export function createProgram(cli: Cli): CommandUnknownOpts {
  const program: CommandUnknownOpts = new Command('thumbturn')
    .description('Self-hosted passkey authentication')
    .version(readVersion(), '--version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--json', 'print JSON, including errors')
    .addHelpText('after', footer)
    .addCommand(createServeCommand(cli))
    .addCommand(createDevCommand(cli))
    .addCommand(createAppCommands(cli))
    .addCommand(createUserCommands(cli))
    .addCommand(createGroupCommands(cli))
    .addCommand(createKeyCommands(cli))
    .addCommand(createClientCommands(cli))
    .addCommand(createResourceCommands(cli))
    .addCommand(createClientKeyCommands(cli))
    .addCommand(createSigningKeyCommands(cli))
    .addCommand(createMasterKeyCommands(cli))
    .addCommand(createSetUpLinkCommand(cli))
    .addCommand(createMemberCommands(cli))
    .addCommand(createSiteCommands(cli))
    .addCommand(createSsoCommands(cli))
    .addCommand(createConnectorCommands(cli))
    .addCommand(createEventsCommands(cli))
    .addCommand(createOutboxCommands(cli))
    .addCommand(createDoctorCommand(cli))
    .addCommand(createBackupCommand(cli))
    .addCommand(createRestoreCommand(cli))
    .addCommand(createImportCommand(cli))
    .addCommand(createExportCommand(cli))
    .addCommand(createMigrateCommand(cli))
    .addCommand(createMigrateSchemaCommand(cli))
    .addCommand(createDistributeCommand(cli))
    .addCommand(createCompletionCommand(cli, () => program))
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: cli.terminal.write,
      writeErr: cli.terminal.writeError,
      getOutHelpWidth: findPageWidth,
      getErrHelpWidth: findPageWidth,
      outputError: () => {},
    })
  inheritSettings(program)
  return program
}

const createServeCommand = ({ terminal: { env } }: Cli) =>
  new Command('serve').description('Start the service').action(async () => {
    const settings = withDefaultMode(env)
    await (await import('./serve.ts')).serve(loadConfig(settings, findServeProblems(settings, layout.command)))
  })

const createDevCommand = ({ terminal: { env } }: Cli) =>
  new Command('dev')
    .description(
      'Start the service for development on this machine, with a demo application and an outbox instead of email',
    )
    .action(async () => {
      const settings = { ...env, THUMBTURN_MODE: 'development' }
      await (await import('./serve.ts')).serve(loadConfig(settings, findServeProblems(settings, layout.command)))
    })

const createDoctorCommand = (cli: Cli) =>
  new Command('doctor')
    .description(
      'Check address, TLS, RP IDs, origins, database, clock, mail, and SMS; in production also proxies, backup, disk, files, and metrics',
    )
    .option('--send-mail-to <address>', 'also send a test email to this address')
    .action(async (options) => {
      const { doctor } = await import('./doctor.ts')
      cli.terminal.setExitCode((await doctor(cli, options)) ? 0 : 1)
    })

/** Commands that were made on their own know nothing of the program yet. */
function inheritSettings(parent: CommandUnknownOpts) {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}

/** Runs one command line; errors are written, and the exit code is set. */
export async function runProgram(given: readonly string[], terminal = processTerminal): Promise<void> {
  const output: Output = { json: asksForJson(given), write: terminal.write }
  const program = createProgram(createCli(output, terminal))
  try {
    await program.parseAsync(protectKids(given), { from: 'user' })
  } catch (error) {
    const failure = failureFrom(program, given, error)
    if (failure) report(terminal, output, failure)
  }
}

/** Undefined where nothing failed: showing help ends a command early, too. */
function failureFrom(program: CommandUnknownOpts, given: readonly string[], error: unknown): Failure | undefined {
  if (!(error instanceof CommanderError)) return explainError(error as Error)
  return error.exitCode === 0 ? undefined : explainUsage(program, given, error)
}

function report({ writeError, setExitCode }: Terminal, { json }: Output, failure: Failure) {
  writeError(json ? inJson(failure) : `${failure.msg}\n`)
  setExitCode(2)
}

const asksForJson = (args: readonly string[]) => {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).includes('--json')
}

// A thumbprint (RFC 7638) may begin with a hyphen; no option is as long.
const isKid = (arg: string) => /^-[\w-]{42}$/.test(arg)

/** A kid is the last thing that a command takes, so it can follow all options. */
function protectKids(given: readonly string[]): string[] {
  const kids = given.filter(isKid)
  return kids.length === 0 ? [...given] : [...given.filter((arg) => !isKid(arg)), '--', ...kids]
}

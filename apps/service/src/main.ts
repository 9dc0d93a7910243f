import { parseArgs } from 'node:util'
import { appCreate, appList, applicationNamed, appSet, showApplication } from './cli/app.ts'
import { doctor } from './cli/doctor.ts'
import { keyCreate, keyList, keyRevoke } from './cli/key.ts'
import type { Output } from './cli/output.ts'
import { serve } from './cli/serve.ts'
import { type Config, loadConfig } from './config.ts'
import type { Core } from './core/core.ts'
import { AppError } from './core/errors.ts'
import { openInstallation } from './installation.ts'

const help = `Usage: npm run thumbturn -- <command>

  serve                          start the service (also: npm start)
  app create <id> --rp-id <domain> --origin <origin>… [--name <name>] [--base-url <url>] [--set <name>=<value>]…
  app list
  app show <id>
  app set <id> [--name …] [--rp-id …] [--origin …]… [--base-url …] [--set <name>=<value>]…
  key create <app> [--name <name>] [--scope <scope>]…    shows the key, this once
  key list <app>
  key revoke <app> <key id>
  doctor                         says what is wrong with address, TLS, RP ID, origins, database, clock

  --json                         answer in JSON

Settings come from the environment; README.md lists them.
`

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  'rp-id': { type: 'string' },
  origin: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  set: { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
} as const

type Given = ReturnType<typeof parse>
type Command = (core: Core, given: Given & { output: Output; config: Config }) => Promise<void>

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })

/** Commands that work on the data of an installation, by their two words. */
const commands: Record<string, Command> = {
  'app create': async (core, { positionals, values, output, config }) =>
    showApplication(output, await appCreate(core, positionals[2], values), config.BASE_URL),
  'app list': (core, { output }) => appList(core, output),
  'app show': async (core, { positionals, output, config }) =>
    showApplication(output, await applicationNamed(core, positionals[2]), config.BASE_URL),
  'app set': async (core, { positionals, values, output, config }) =>
    showApplication(output, await appSet(core, positionals[2], values), config.BASE_URL),
  'key create': (core, { positionals, values, output }) =>
    keyCreate(core, output, { appId: positionals[2], options: values }),
  'key list': (core, { positionals, output }) => keyList(core, output, positionals[2]),
  'key revoke': (core, { positionals, output }) =>
    keyRevoke(core, output, { appId: positionals[2], id: positionals[3] }),
}

/** Runs one command; the number is the exit code. */
async function run(args: string[]): Promise<number | undefined> {
  const given = parse(args)
  const output: Output = { json: given.values.json ?? false, write: (text) => void process.stdout.write(text) }
  const [first = 'serve', second = ''] = given.positionals
  if (given.values.help || first === 'help') return void output.write(help)
  const config = loadConfig(process.env)
  if (first === 'serve') return void (await serve(config))
  if (first === 'doctor') return (await doctor(config, output)) ? 0 : 1

  const command = commands[`${first} ${second}`]
  if (!command) return fail(`There is no command "${given.positionals.join(' ')}".\n\n${help}`)
  const core = await openInstallation(config)
  try {
    await command(core, { ...given, output, config })
  } finally {
    await core.store.close()
  }
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 2
}

/** What a person can mend is said in a sentence; only a bug shows its stack. */
function explain(error: Error & { code?: string; port?: number }): number {
  const isUsage = error.code?.startsWith('ERR_PARSE_ARGS') ?? false
  if (error.code === 'EADDRINUSE')
    return fail(`Port ${error.port} is taken: stop what uses it, or choose another with PORT=…`)
  if (isUsage || error instanceof AppError || error.name === 'Error') return fail(error.message)
  return fail(error.stack ?? String(error))
}

process.exitCode = await run(process.argv.slice(2)).catch(explain)

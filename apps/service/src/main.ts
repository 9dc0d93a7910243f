import { parseArgs } from 'node:util'
import type { Output } from './cli/output.ts'
import { loadConfig } from './config.ts'
import { AppError } from './core/errors.ts'
import { openInstallation } from './installation.ts'

const help = `Usage: npm run thumbturn -- <command>

  serve                          start the service (also: npm start)
  app create <id> --rp-id <domain> --origin <origin>… [--name <name>] [--base-url <url>] [--set <name>=<value>]…
  app list
  app show <id>
  app set <id> [--name …] [--rp-id …] [--origin …]… [--base-url …] [--set <name>=<value>]…
  key create <app> [--name <name>] [--scope <scope>]…    every scope unless you name some; shows the key, this once
  key list <app>
  key revoke <app> <key id>
  client-key add <app> <pem file> [--name <name>]        the public key that signs service tokens
  client-key list <app>
  client-key revoke <app> <key id>
  signing-key rotate <app>       the next key for tokens: it signs in seven minutes, the old one verifies on
  signing-key list <app>
  signing-key retire <app> <kid>    at once, for a key that somebody else may have
  events list <app> [--type <beginning>] [--user <id>] [--severity <least>] [--since <time>] [--until <time>] [--limit <n>]
  outbox list <app>              messages that were kept instead of being sent, in development
  outbox show <app> <id>
  doctor                         says what is wrong with address, TLS, RP ID, origins, database, clock, mail

  --json                         answer in JSON

Settings come from the environment; README.md lists them.
`

const seeHelp = 'npm run thumbturn -- help lists the commands and options'

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  'rp-id': { type: 'string' },
  origin: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  set: { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  type: { type: 'string' },
  user: { type: 'string' },
  severity: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
} as const

// A thumbprint (RFC 7638) may begin with a hyphen; no option is as long.
const isKid = (arg: string) => /^-[\w-]{42}$/.test(arg)

/** A kid is the last thing that a command takes, so it may stand behind all options. */
function parse(given: string[]) {
  const kids = given.filter(isKid)
  const args = kids.length === 0 ? given : [...given.filter((arg) => !isKid(arg)), '--', ...kids]
  return parseArgs({ args, options, allowPositionals: true })
}

/** Runs one command; the number is the exit code. */
async function run(args: string[]): Promise<number | undefined> {
  const given = parse(args)
  const output: Output = { json: given.values.json ?? false, write: (text) => void process.stdout.write(text) }
  const [first = 'serve', second = ''] = given.positionals
  if (given.values.help || first === 'help') return void output.write(help)
  const config = loadConfig(process.env)
  // Each is loaded only when it is wanted: the service needs none of the others.
  if (first === 'serve') return void (await (await import('./cli/serve.ts')).serve(config))
  if (first === 'doctor') return (await (await import('./cli/doctor.ts')).doctor(config, output)) ? 0 : 1

  const { commands, wordTooMany } = await import('./cli/commands.ts')
  const name = `${first} ${second}`
  const command = commands[name]
  if (!command) return fail(`There is no command "${given.positionals.join(' ')}".\n\n${help}`)
  const tooMany = wordTooMany(name, given.positionals)
  if (tooMany !== undefined) return fail(`${name} has no use for "${tooMany}"; ${seeHelp}`)
  const core = await openInstallation(config)
  try {
    await command(core, { positionals: given.positionals, values: given.values, output, config })
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
  // Node's second sentence tells of a spelling that no command here takes.
  if (isUsage) return fail(`${error.message.split('. ', 1)[0]}; ${seeHelp}`)
  if (error instanceof AppError || error.name === 'Error') return fail(error.message)
  return fail(error.stack ?? String(error))
}

process.exitCode = await run(process.argv.slice(2)).catch(explain)

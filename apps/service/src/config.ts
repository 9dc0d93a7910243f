import { existsSync, statSync } from 'node:fs'
import { Ajv } from 'ajv'
import ipaddr from 'ipaddr.js'
import type { Static } from 'typebox'
import { OperatorError } from './core/errors.ts'
import { type Environment, findQuotedSecrets, readEnvironment } from './environment.ts'
import { readSecretFiles, toFileSetting } from './secret-files.ts'
import { describeAllowedValues, Settings, type SettingsSchema } from './settings.ts'
import { findUrlProblem } from './storage/engine/postgres-url.ts'

/** The effective settings. `BASE_URL` has no trailing slash. */
export type Config = Readonly<
  Static<typeof Settings> & { DATABASE_URL: string; BASE_URL: string; THUMBTURN_MODE: 'development' | 'production' }
>

/**
 * Variables that the documentation suggests for backends and shells, and those of `deploy/`; the command line runs with
 * them.
 */
const ofOthers = new Set([
  ...['THUMBTURN_URL', 'THUMBTURN_API_KEY', 'THUMBTURN_ADMIN_KEY', 'THUMBTURN_BACKUP_PASSPHRASE'],
  ...['THUMBTURN_CLIENT', 'THUMBTURN_CLIENT_KEY', 'THUMBTURN_WEBHOOK_SECRET'],
  ...['THUMBTURN_HOST', 'THUMBTURN_HOSTS', 'THUMBTURN_IMAGE', 'THUMBTURN_NODES'],
])

/** The settings of a schema from a read environment, with defaults, and every mistake by name with the allowed values. */
export function readSettings(env: Environment, schema: SettingsSchema) {
  const value: Record<string, unknown> = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in schema.properties && value !== undefined),
  )
  // The validator of the HTTP layer, which is loaded anyway: it converts text to numbers in place. Compiling all settings
  // would take 40 ms of every start, so only those that are set are compiled; and our own schema needs no check against the
  // meta-schema.
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => name in value))
  const options = { allErrors: true, coerceTypes: true, meta: false, validateSchema: false }
  const check = new Ajv(options).compile({ ...schema, properties })
  const errors = check(value) ? [] : (check.errors ?? [])
  const wrong = new Set(errors.map((error) => error.instancePath.split('/')[1] ?? ''))
  const problems = Object.entries(schema.properties)
    .filter(([name, setting]) => wrong.has(name) || isMisread(name, setting, env[name]))
    .map(([name]) => `  ${name} must be ${describeAllowedValues(name, schema)}`)
  return { value: { ...listDefaults(schema), ...value }, problems }
}

const listDefaults = ({ properties }: SettingsSchema) =>
  Object.fromEntries(
    Object.entries<{ default?: unknown }>(properties).flatMap(([name, setting]) =>
      setting.default === undefined ? [] : [[name, setting.default]],
    ),
  )

/**
 * Reads the environment once, at startup. Throws one error that lists every mistake by name, with the allowed values,
 * but never a secret's value; `further` are mistakes in other settings, reported together.
 */
export function loadConfig(given: Environment, further: readonly string[] = []): Config {
  const { env, problems: unread } = readSecretFiles(readEnvironment(given))
  const { value, problems } = readSettings(env, Settings)
  problems.unshift(...unread)
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('THUMBTURN_') && !(name in Settings.properties) && !ofOthers.has(name),
  )
  problems.push(
    ...unknown.map((name) => `  ${name} is not a setting; there are: ${Object.keys(Settings.properties).join(', ')}`),
  )
  const combined = [...findQuotedSecrets(env), ...findMissingCompanions(value)]
  problems.push(...combined.map((problem) => `  ${problem}`), ...further)
  if (problems.length > 0)
    throw new OperatorError('invalid_settings', `These settings cannot be used:\n${problems.join('\n')}`)
  return complete(value as unknown as Static<typeof Settings>)
}

/**
 * Settings that only serving requires. In production no address can be guessed: tokens and links would contain a wrong
 * one. Metrics that other machines can reach require a token. `command` is how an operator calls the command line.
 */
export function findServeProblems(given: Environment, command: string): readonly string[] {
  const env = readEnvironment(given)
  const { BASE_URL, THUMBTURN_MODE, METRICS_PORT, METRICS_HOST = '' } = env
  const METRICS_TOKEN = env.METRICS_TOKEN ?? env[toFileSetting('METRICS_TOKEN')]
  const isExposed = METRICS_PORT && METRICS_HOST !== '' && !isLoopback(METRICS_HOST) && !METRICS_TOKEN
  return [
    THUMBTURN_MODE === 'production' &&
      !BASE_URL &&
      `  BASE_URL must be set in production: the address that browsers reach the service at, such as https://id.example.com. To try Thumbturn on this machine: ${command} dev`,
    isExposed &&
      `  METRICS_TOKEN must be set while METRICS_HOST is ${METRICS_HOST}: other machines could read the metrics`,
  ].filter((problem) => typeof problem === 'string')
}

/** Whether the address of the service is set; otherwise, it is on localhost. */
export const isAddressSet = (given: Environment): boolean => readEnvironment(given).BASE_URL !== undefined

export const isPortSet = (given: Environment): boolean => readEnvironment(given).PORT !== undefined

/**
 * The settings of a command: the address where the service last started, and the mode, unless the environment sets it. A shell
 * often lacks the settings of the service.
 */
export function followStart(config: Config, given: Environment, start: ServiceStart | undefined): Config {
  if (start === undefined) return config
  const { THUMBTURN_MODE } = readEnvironment(given)
  const mode = THUMBTURN_MODE === undefined ? start.mode : config.THUMBTURN_MODE
  return Object.freeze({ ...config, BASE_URL: start.address, THUMBTURN_MODE: mode })
}

type ServiceStart = { address: string; mode: Config['THUMBTURN_MODE'] }

/** Whether only programs on this machine can connect to the host. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

const addressLists: ReadonlySet<string> = new Set(['TRUSTED_PROXIES', 'CONNECTOR_NETWORKS'])

/**
 * A value that a schema accepts by mistake: conversion turns 80.5 into 80 and true into 1, and patterns can't check
 * URLs.
 */
function isMisread(name: string, { minimum }: { minimum?: number }, text: string | undefined): boolean {
  if (text === undefined) return false
  return (
    (minimum !== undefined && !/^\d+$/.test(text)) ||
    (name === 'BASE_URL' && !URL.canParse(text)) ||
    (name === 'RATE_LIMITS' && Number(text) === 0) ||
    (name === 'SMTP_URL' && !isServer(text)) ||
    (name === 'SMS_URL' && !isProvider(text)) ||
    (addressLists.has(name) && !splitAddressList(text).every(isAddressOrRange))
  )
}

/** A host, optionally with a port, username, and password, and nothing else. */
function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, pathname, search, hash, username, password } = new URL(text)
  return hostname !== '' && /^\/?$/.test(pathname) && search + hash === '' && (username === '') === (password === '')
}

/** It carries codes: without TLS only within this machine. */
function isProvider(text: string): boolean {
  const address = text.replace(/^twilio\+/, '')
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const isEncrypted = protocol === 'https:' || hostname === 'localhost'
  return isEncrypted && (username !== '' && password !== '') === (address !== text)
}

/** Settings that need others, or the file that they name. */
function findMissingCompanions(settings: Partial<Static<typeof Settings>>): string[] {
  const { SMTP_URL, SMTP_CA, MAIL_FROM, SMS_URL, SMS_FROM, SMS_SECRET, BREACHED_PASSWORDS, DATA_DIR } = settings
  const { CA_FILE, DATABASE_URL = 'sqlite:', DATABASE_REPLICA_URL, SECURITY_CONTACT, SECURITY_POLICY } = settings
  const isTwilio = SMS_URL?.startsWith('twilio+')
  return [
    DATA_DIR && isFile(DATA_DIR) && `DATA_DIR must be a folder, and ${DATA_DIR} is a file`,
    DATABASE_REPLICA_URL?.match(/^postgres(ql)?:\/\/./) &&
      DATABASE_URL.startsWith('sqlite:') &&
      'DATABASE_REPLICA_URL needs DATABASE_URL on PostgreSQL',
    CA_FILE && !existsSync(CA_FILE) && `CA_FILE names no file: ${CA_FILE}`,
    SMTP_CA && !existsSync(SMTP_CA) && `SMTP_CA names no file: ${SMTP_CA}`,
    BREACHED_PASSWORDS && !existsSync(BREACHED_PASSWORDS) && `BREACHED_PASSWORDS names no file: ${BREACHED_PASSWORDS}`,
    SECURITY_POLICY && !SECURITY_CONTACT && 'SECURITY_POLICY needs SECURITY_CONTACT, which the policy is for',
    SMTP_URL && !MAIL_FROM && 'SMTP_URL needs MAIL_FROM, the address that mails come from',
    isTwilio && !SMS_FROM && 'SMS_URL needs SMS_FROM, the number that texts come from',
    SMS_URL && !isTwilio && !SMS_SECRET && 'SMS_URL needs SMS_SECRET, which its calls are signed with',
    ...findDatabaseProblems(settings),
    ...findKeyProblems(settings),
  ].filter((problem) => typeof problem === 'string')
}

/** The parts of database addresses that the driver would reject, or misunderstand; never shows a password. */
const findDatabaseProblems = (settings: Partial<Static<typeof Settings>>): string[] =>
  (['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const).flatMap((name) => {
    const { [name]: url } = settings
    const problem = url?.match(/^postgres(ql)?:\/\/./) ? findUrlProblem(url) : undefined
    return problem === undefined ? [] : [`${name} ${problem}`]
  })

/** The setting that the master key comes from; undefined if it is in the data folder. */
export function findKeySource(config: Pick<Config, KeySource>): KeySource | undefined {
  const sources = ['THUMBTURN_MASTER_KEY', 'THUMBTURN_MASTER_KEY_COMMAND', 'THUMBTURN_KEY_SERVICE_URL'] as const
  return sources.find((name) => config[name] !== undefined)
}

type KeySource = 'THUMBTURN_MASTER_KEY' | 'THUMBTURN_MASTER_KEY_COMMAND' | 'THUMBTURN_KEY_SERVICE_URL'

const keyServiceSettings = [
  'THUMBTURN_KEY_SERVICE_URL',
  'THUMBTURN_KEY_SERVICE_TOKEN',
  'THUMBTURN_ENCRYPTED_MASTER_KEY',
] as const

/** The master key comes from one place, and a key service needs all of its settings. */
function findKeyProblems(settings: Partial<Static<typeof Settings>>): string[] {
  const isSet = (name: keyof typeof settings) => settings[name] !== undefined
  const missing = keyServiceSettings.filter((name) => !isSet(name))
  const used = keyServiceSettings.filter(isSet)
  const sources = [
    ...(['THUMBTURN_MASTER_KEY', 'THUMBTURN_MASTER_KEY_COMMAND'] as const).filter(isSet),
    ...used.slice(0, 1),
  ]
  return [
    ...(used.length > 0 && missing.length > 0 ? [`${used[0]} needs ${missing.join(' and ')}`] : []),
    ...(sources.length > 1 ? [`${sources[1]} can't be set together with ${sources[0]}`] : []),
  ]
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** The items of a comma-separated list. */
export const splitAddressList = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

// Programs interpret the short forms of IPv4 (10.1) differently.
const isAddressOrRange = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text.replace(/\/\d+$/, '')) || text.includes(':')
    ? ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
    : false

function complete(settings: Static<typeof Settings>): Config {
  const { origin, hostname } = new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return Object.freeze({
    ...settings,
    DATABASE_URL: settings.DATABASE_URL ?? `sqlite:${settings.DATA_DIR}/thumbturn.db`,
    BASE_URL: origin,
    THUMBTURN_MODE: settings.THUMBTURN_MODE ?? (isLocal ? 'development' : 'production'),
  })
}

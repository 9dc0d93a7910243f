import { type Diagnosis, type Explanation, UnusableDatabase } from './outages.ts'

/** No connection could be opened. The cause is the driver's error, of any kind: no address, TLS, a rejected password, no more connections. */
export class ConnectionFailure extends Error {
  override name = 'ConnectionFailure'

  constructor(cause: unknown) {
    super(`no connection: ${(cause as Error).message}`, { cause })
  }
}

type Entry = readonly [reason: string, advice?: string]

const usualAdvice = 'Check that PostgreSQL runs there, accepts writes, and that DATABASE_URL is right.'
const grantAdvice =
  'Grant it as the owner of the database or as a superuser, or make the user of DATABASE_URL the owner of the database and of its tables.'
const primaryAdvice =
  'DATABASE_URL must lead to the primary. If it does, look for default_transaction_read_only: some providers set it when the disk is almost full.'
const poolerAdvice = "Use session pooling, or the server's own address."
const schemaAdvice = 'Compare the database with the one that this release was started on, and restart the service.'

/** SQLSTATEs (PostgreSQL documentation, appendix A). */
const states: Readonly<Record<string, Entry>> = {
  '0A000': ['its tables changed while they were used', schemaAdvice],
  '25006': ['it is read-only', primaryAdvice],
  '28000': [
    'it admits no such user from here',
    'Check the user of DATABASE_URL, and pg_hba.conf of the server; some entries require sslmode.',
  ],
  '28P01': [
    'it rejects the user or the password',
    'Check both in DATABASE_URL, where special characters must be percent-encoded: # is %23, and % is %25.',
  ],
  '3D000': ['the database does not exist', 'Create it: `create database <name> owner <user>`.'],
  '3F000': ['it has no schema to create tables in', grantAdvice],
  '40001': ['concurrent transactions kept it from finishing'],
  '40P01': ['concurrent transactions kept it from finishing'],
  '42501': ['the user lacks a privilege', grantAdvice],
  '42703': ['it lacks a column', schemaAdvice],
  '42P01': ['it lacks a table', schemaAdvice],
  '42P05': ['a pooler gave the connection to another client', poolerAdvice],
  '53100': ['its disk is full'],
  '53300': ['all of its connections are open', 'Raise max_connections, or lower DATABASE_POOL on each node.'],
  '55P03': ['another transaction holds a lock'],
  '57014': ['it took too long to respond'],
}

/**
 * Classes of SQLSTATEs: connection, transaction state, prepared statements, authorization, catalog and schema names, rollback,
 * resources, operator intervention, system and configuration errors, internal errors.
 */
const classes: Readonly<Record<string, Entry>> = {
  '08': ['the connection failed'],
  '25': ['it ended the transaction'],
  '26': ['a pooler gave the connection to another client', poolerAdvice],
  '28': ['it rejects the user or the password'],
  '40': ['it undid the transaction'],
  '53': ['it has no resources left'],
  '57': ['it is starting or shutting down'],
  '58': ['its system reports an error'],
  F0: ['its configuration is invalid'],
  XX: ['it reports an internal error'],
}

const trustAdvice =
  "If a private authority, such as your provider's, issued the server's certificate, name it (PEM) in CA_FILE, or add `sslrootcert=<file>` to DATABASE_URL."
const nameAdvice = 'Use a host name in DATABASE_URL that is in the certificate, or issue the certificate for this one.'
const periodAdvice = "Renew the server's certificate, and check the clocks of both machines."
const plainAdvice =
  'Turn on `ssl` there. Only in a network that you trust, turn TLS off in DATABASE_URL: `sslmode=disable`.'
const filesAdvice = 'Check the certificates and keys of both sides: sslrootcert, sslcert, and sslkey in DATABASE_URL.'

/** The errors of TLS, by the code of Node or the message of the driver. */
const tls: readonly (readonly [RegExp, advice: string])[] = [
  [/SELF_SIGNED|UNABLE_TO_|CERT_(UNTRUSTED|REJECTED|SIGNATURE_FAILURE|CHAIN_TOO_LONG)|INVALID_CA/, trustAdvice],
  [/ALTNAME|HOSTNAME_MISMATCH/, nameAdvice],
  [/CERT_(HAS_EXPIRED|NOT_YET_VALID)/, periodAdvice],
  [/does not support SSL connections/, plainAdvice],
  [/CERT|CRL|^EPROTO|^ERR_(TLS|SSL|OSSL)|SSL connection|SECURITY WARNING/, filesAdvice],
]

/** The errors of the system about a network address, or about the file of a socket. */
const network: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: "its host name can't be looked up",
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'no route leads there',
  ENOENT: 'there is no such socket',
  EACCES: 'permission denied',
}

const networkCode = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|EADDRNOTAVAIL|ENOENT$|EACCES$)/
const passwordAdvice = 'Put it into DATABASE_URL: `postgres://user:password@host/database`.'

// Errors of the driver itself have no SQLSTATE, and sometimes no code at all.
const driver = /timeout|timed out|terminated|connection|not queryable/i

type DriverError = { code?: string; severity?: string; message?: string }

/** Undefined for an error that isn't about the database, such as an invalid statement. */
export const explainPostgres: Diagnosis = (error) => {
  if (!(error instanceof Error)) return undefined
  if (error instanceof UnusableDatabase) return error.explanation
  if (error instanceof ConnectionFailure) return explainConnection(error.cause as Error)
  const { code, severity, message = '' } = error as DriverError
  if (severity !== undefined && code !== undefined) {
    const [reason, advice = usualAdvice] = states[code] ?? classes[code.slice(0, 2)] ?? []
    return reason === undefined ? undefined : { reason: `${reason} (${message})`, advice }
  }
  const what = code ?? message
  const [, tlsAdvice] = tls.find(([pattern]) => pattern.test(what)) ?? []
  if (tlsAdvice !== undefined) return { reason: `it has no TLS that is accepted (${what})`, advice: tlsAdvice }
  if (code !== undefined) {
    if (!networkCode.test(code)) return undefined
    return {
      reason: `it cannot be reached: ${network[code] ?? 'the connection failed'} (${code})`,
      advice: usualAdvice,
    }
  }
  return driver.test(message) ? { reason: `it does not respond (${message})`, advice: usualAdvice } : undefined
}

/** Without a connection, every error is about the database. */
function explainConnection(cause: Error): Explanation {
  const explained = explainPostgres(cause)
  if (explained) return explained
  if (/password must be a/.test(cause.message)) return { reason: 'it asks for a password', advice: passwordAdvice }
  return { reason: `no connection can be opened (${cause.message})`, advice: usualAdvice }
}

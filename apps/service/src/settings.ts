import { choice } from '@thumbturn/contract/vocabulary/choice.ts'
import { logLevels } from '@thumbturn/contract/vocabulary/log-levels.ts'
import { Type } from 'typebox'

const contactUri = 'mailto:[^\\s,@]+@[^\\s,@]+|https://[^\\s,]+|tel:\\+[0-9-]+'

/** All settings of an installation, by environment variable. */
export const Settings = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 4300,
    description: 'The port to listen on; 0 picks a free one.',
  }),
  HOST: Type.String({
    minLength: 1,
    default: 'localhost',
    description: 'The address to listen on: `0.0.0.0` for every interface, behind a proxy that terminates TLS.',
  }),
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'The folder of the database file and the master key.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^(sqlite:.|postgres(ql)?://.)',
      description:
        'The database: `sqlite:<file>` or `postgres://user:password@host/database`. By default `thumbturn.db` in `DATA_DIR`.',
    }),
  ),
  DATABASE_REPLICA_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://.',
      description:
        'A streaming standby of the database on PostgreSQL. Lists, reports, and exports of the administration are read from it while it is at most five seconds behind.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description:
      'The maximum number of connections that a node opens to PostgreSQL for calls. It opens one more, which listens for changes. At most 500 statements wait for each; further ones fail with 503.',
  }),
  MIGRATE_AT_START: choice(['on', 'off'], {
    default: 'on',
    description:
      'Whether the service and its commands apply expanding migrations of a new release when they start. If `off`, they fail until `thumbturn migrate-schema` has run.',
  }),
  BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#@\\s]+/?$',
      description: 'The public address of the service: scheme, host, and port. By default `http://localhost:<PORT>`.',
    }),
  ),
  THUMBTURN_MASTER_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        '32 random bytes in base64url, the same on every node. By default created on the first run and kept in `DATA_DIR/master.key`.',
    }),
  ),
  THUMBTURN_MASTER_KEY_COMMAND: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A command of the shell that prints the master key, such as that of a secret manager. It runs once at each start, for at most 30 seconds; its output is never logged.',
    }),
  ),
  THUMBTURN_ENCRYPTED_MASTER_KEY: Type.Optional(
    Type.String({
      pattern: '^\\S+$',
      description: 'The master key as the key service encrypted it, such as `vault:v1:…`.',
    }),
  ),
  THUMBTURN_KEY_SERVICE_URL: Type.Optional(
    Type.String({
      pattern: '^(https://.|http://(localhost|127\\.0\\.0\\.1)(:|/)).*$',
      description:
        'The address of a key service that decrypts the master key at each start: the transit engine of HashiCorp Vault or OpenBao, such as `https://vault.example.com/v1/transit/decrypt/thumbturn`.',
    }),
  ),
  THUMBTURN_KEY_SERVICE_TOKEN: Type.Optional(
    Type.String({ pattern: '^[!-~]+$', description: 'The token for the key service.' }),
  ),
  FIDO_METADATA: Type.Optional(
    Type.String({
      pattern: '^(https://.|(?!\\w+://).)',
      description:
        'The FIDO Metadata Service list of authenticator models, as a file or an https address such as `https://mds3.fidoalliance.org/`, whose revocation lists are also fetched. Without it, no metadata is used.',
    }),
  ),
  FIDO_METADATA_ROOT: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A file with the root certificates (PEM or DER) that the list can be signed under. By default the root of the FIDO Alliance, with fidoalliance.org as the only signer.',
    }),
  ),
  AUTHENTICATORS_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A JSON file with names and icons of authenticator models, which take precedence: an array of `{ id, name, iconLight?, iconDark? }`, with icons as data: URIs.',
    }),
  ),
  BREACHED_PASSWORDS: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A sorted file with the SHA-1 (or SHA-256) hashes of breached passwords in hex, one per line, optionally with `:count`, in the format of the public lists. Users can’t choose these passwords.',
    }),
  ),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The addresses and CIDR ranges of your own reverse proxies, separated by commas. `X-Forwarded-For` is trusted only from them.',
    }),
  ),
  CONNECTOR_NETWORKS: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The addresses and CIDR ranges of your own network that connectors, single sign-on, and the addresses of OpenID clients can lead to, separated by commas, also without TLS. By default, they lead to public addresses only, by TLS.',
    }),
  ),
  CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A file with the certificates (PEM) of your own certificate authorities, which outgoing connections trust besides the public ones.',
    }),
  ),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      maxLength: 1_000,
      pattern: `^(${contactUri})( *, *(${contactUri}))*$`,
      description:
        'Where researchers report vulnerabilities of this installation: `mailto:`, `https://`, or `tel:` addresses, separated by commas, the preferred one first. `/.well-known/security.txt` shows them. Without it, the file names the contact for vulnerabilities in Thumbturn itself.',
    }),
  ),
  SECURITY_POLICY: Type.Optional(
    Type.String({
      maxLength: 1_000,
      pattern: '^https://[^\\s]+$',
      description:
        'The address of your policy for reports of vulnerabilities, which `/.well-known/security.txt` shows.',
    }),
  ),
  RATE_LIMITS: Type.String({
    pattern: '^(on|off|[0-9]{1,3}(\\.[0-9]{1,2})?)$',
    default: 'on',
    description: 'Whether calls are rate-limited; a number multiplies every limit.',
  }),
  RATE_LIMIT_STORE: Type.Union([Type.Literal('memory'), Type.Literal('database')], {
    default: 'memory',
    description: 'Where calls are counted: on each node separately, or for all nodes together, which costs writes.',
  }),
  OVERLOAD_WAIT_MS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 250,
    description:
      'How long a new sign-in can wait for processor and database, in milliseconds, before the service rejects further ones with 503. Other calls are rejected from half of it on, and ceremonies that have started only from twice as long. 0 turns it off.',
  }),
  STOP_DELAY_MS: Type.Integer({
    minimum: 0,
    maximum: 60_000,
    default: 0,
    description:
      'How long the service continues to respond after SIGTERM, in milliseconds. During that time, `/ready` responds with 503, so that a load balancer that calls it sends further requests to other nodes.',
  }),
  THUMBTURN_MODE: Type.Optional(
    Type.Union([Type.Literal('development'), Type.Literal('production')], {
      description:
        'In `development`, messages without a configured channel are kept in an outbox, with their codes. By default `development` if `BASE_URL` is on localhost, otherwise `production`.',
    }),
  ),
  THUMBTURN_MESSAGE_QUEUE: Type.Integer({
    minimum: 10,
    maximum: 1_000_000,
    default: 10_000,
    description: 'The maximum number of messages that wait to be sent for one application.',
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://.',
      description:
        'The mail server: `smtps://user:password@host:465`, or `smtp://…:587`, where TLS starts with STARTTLS (optional for a server on localhost). Certificates are verified.',
    }),
  ),
  SMTP_CA: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A file with the CA certificates (PEM) for the mail server, instead of the public ones and those of `CA_FILE`.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
      description: 'The address that emails are sent from. The sender name is the application’s name.',
    }),
  ),
  SMS_URL: Type.Optional(
    Type.String({
      pattern: '^(twilio\\+)?https?://.',
      description:
        'The service that sends SMS and makes calls: `twilio+https://<account SID>:<auth token>@api.twilio.com`, or the `https://` address of your own [webhook](/operate/messages/#webhook).',
    }),
  ),
  SMS_FROM: Type.Optional(
    Type.String({
      pattern: '^(\\+[1-9][0-9]{3,14}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$',
      description: 'The sender of SMS at Twilio: a number (`+…`), a sender name, or a messaging service (`MG…`).',
    }),
  ),
  SMS_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'The secret, of 32 characters or more, that webhook calls are signed with.',
    }),
  ),
  THUMBTURN_VERSION_HASH: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description:
      'Whether `GET /version` shows, besides the version, the hash of the release: its Git commit, or the SHA-256 of its sources.',
  }),
  LOG_LEVEL: choice(logLevels, {
    default: 'info',
    description:
      'How much is logged. Rejections and their precise reasons are `info`. SIGUSR2 and `PUT /admin/v1/log-level` change it while the service runs.',
  }),
  LOG_FORMAT: Type.Optional(
    choice(['json', 'pretty'], {
      description:
        'The format of the log: lines of JSON, or readable text that starts with the addresses. By default `pretty` on a terminal, otherwise `json`.',
    }),
  ),
  AUDIT_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    default: 365,
    description: 'Days that entries of the audit log are kept. Each application has its own retention of events.',
  }),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      description:
        'The port of `/metrics` for Prometheus, such as 9464; 0 picks a free one. Without it, there are no metrics.',
    }),
  ),
  METRICS_HOST: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    description:
      'The address that `METRICS_PORT` listens on. Any address other than loopback requires `METRICS_TOKEN`.',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{32,}$',
      description: 'The bearer token that Prometheus sends to read `/metrics`.',
    }),
  ),
})

/** Settings with their JSON Schemas. */
export type SettingsSchema = { readonly properties: Readonly<Record<string, object>> }

/** The parts of a setting's schema that are used here. */
export type SettingSchema = {
  minimum?: number
  maximum?: number
  anyOf?: { const?: unknown }[]
  pattern?: string
  default?: unknown
  description?: string
}

/** The allowed values of a setting, in words. */
export function describeAllowedValues(name: string, { properties }: SettingsSchema = Settings): string {
  const { minimum, maximum, anyOf, pattern } = properties[name] as SettingSchema
  if (minimum !== undefined) return `a whole number from ${minimum} to ${maximum}`
  if (anyOf) return `one of ${anyOf.map((choice) => choice.const).join(', ')}`
  return inWords[name] ?? (pattern ? `text that matches ${pattern}` : 'any text that is not empty')
}

const inWords: Readonly<Record<string, string>> = {
  DATABASE_URL: 'sqlite:<file> or postgres://user:password@host/database',
  DATABASE_REPLICA_URL: 'postgres://user:password@host/database',
  BASE_URL: 'http:// or https://, host and port, no path',
  FIDO_METADATA: 'a file or an https:// address',
  FIDO_METADATA_ROOT: 'a file',
  AUTHENTICATORS_FILE: 'a file',
  BREACHED_PASSWORDS: 'a file',
  SECURITY_CONTACT: 'mailto:, https://, or tel:+ addresses, separated by commas',
  SECURITY_POLICY: 'an https:// address',
  RATE_LIMITS: 'on, off, or a factor from 0.01 to 999',
  TRUSTED_PROXIES: 'addresses and CIDR ranges, such as 10.0.0.0/8,fd00::/8',
  CONNECTOR_NETWORKS: 'addresses and CIDR ranges, such as 10.20.0.0/16,fd00::/8',
  SMTP_URL: 'smtps://user:password@host:port or smtp://…, without a path',
  CA_FILE: 'a file',
  SMTP_CA: 'a file',
  MAIL_FROM: 'one email address',
  SMS_URL: 'twilio+https://<account SID>:<auth token>@<host> or https://… (http only on localhost)',
  SMS_FROM: 'a number (+…), a name of up to 11 letters and digits, or MG…',
  SMS_SECRET: '32 characters or more',
  THUMBTURN_MASTER_KEY: '43 characters of base64url (32 bytes)',
  THUMBTURN_ENCRYPTED_MASTER_KEY: 'what the key service returned, without spaces',
  THUMBTURN_KEY_SERVICE_URL: 'an https:// address (http only on localhost)',
  THUMBTURN_KEY_SERVICE_TOKEN: 'text without spaces',
  METRICS_TOKEN: '32 characters or more, without spaces',
}

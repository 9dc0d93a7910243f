import { readFileSync } from 'node:fs'

const encoding =
  'must percent-encode special characters, such as those of the password: # is %23, / is %2F, ? is %3F, @ is %40, % is %25, and a space is %20'

/**
 * The problem of the URL of a PostgreSQL database, as the rest of a sentence, without anything of the URL but names of
 * files.
 */
export function findUrlProblem(url: string): string | undefined {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  // An unencoded character ended the password early, or makes the driver encode the whole URL once more.
  if (/[@#]/.test(rest) || /\s/.test(url) || decode(url) === undefined) return encoding
  const parsed = parse(url)
  const hosts = parsed?.host ?? authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',')) return 'must name one host, which always leads to the primary'
  return parsed ? findUnreadableFile(parsed.parameters) : encoding
}

/** Host, port, and name of the database. An invalid URL isn't quoted, because it can contain the password. */
export function describeServer(url: string): string {
  const parsed = parse(url)
  if (!parsed) return 'in DATABASE_URL'
  const { host, port, name } = parsed
  return `${name} at ${host.startsWith('/') ? host : `${host || 'localhost'}:${port}`}`
}

type PostgresUrl = { host: string; port: string; name: string; parameters: URLSearchParams }

/** As the driver reads it: the folder of a socket is either the encoded host or a parameter. */
function parse(url: string): PostgresUrl | undefined {
  const whole = url.replace('@/', '@localhost/')
  if (!URL.canParse(whole)) return undefined
  const { hostname, port, pathname, username, searchParams: parameters } = new URL(whole)
  return {
    host: parameters.get('host') ?? decode(hostname) ?? '',
    port: (parameters.get('port') ?? port) || '5432',
    // The driver's default is the database that is named as the user.
    name: decode(pathname.slice(1)) || (decode(username) ?? ''),
    parameters,
  }
}

/** Undefined where a `%` begins no pair of digits, or the bytes are no text. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A file with certificates or a key that a parameter names. */
function findUnreadableFile(parameters: URLSearchParams): string | undefined {
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = parameters.get(parameter)
    if (!path) continue
    try {
      readFileSync(path)
    } catch (error) {
      return `names a file in ${parameter} that can't be read: ${path} (${(error as NodeJS.ErrnoException).code})`
    }
  }
}

import type { Diagnosis } from './outages.ts'

/** SQLSTATEs (PostgreSQL documentation, appendix A), each in words for an operator. */
const states: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '3D000': 'the database does not exist',
  '40001': 'concurrent transactions kept it from finishing',
  '40P01': 'concurrent transactions kept it from finishing',
  '53100': 'its disk is full',
  '55P03': 'another transaction holds a lock',
  '57014': 'it took too long to respond',
}

/** Classes of SQLSTATEs: connection, authorization, resources, operator intervention, system error. */
const classes: Readonly<Record<string, string>> = {
  '08': 'the connection failed',
  '28': 'it rejects the user or the password',
  '53': 'it has no resources left',
  '57': 'it is starting or shutting down',
  '58': 'its system reports an error',
}

// What the driver itself throws has no SQLSTATE, and sometimes no code at all.
const network = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|EADDRNOTAVAIL|ENOENT$|EACCES$)/
const driver = /timeout|timed out|terminated|connection|not queryable/i

export const diagnosePostgres: Diagnosis = (error) => {
  const { code, severity, message = '' } = error as { code?: string; severity?: string; message?: string }
  if (severity !== undefined && code !== undefined) {
    const reason = states[code] ?? classes[code.slice(0, 2)]
    return reason && `${reason} (${message})`
  }
  if (code !== undefined) return network.test(code) ? `it cannot be reached (${code})` : undefined
  return driver.test(message) ? `it does not respond (${message})` : undefined
}

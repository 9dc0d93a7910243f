/** The fields of a form in which a client authenticates (RFC 6749 §2.3.1, RFC 7521 §4.2). */
export type CredentialFields = {
  client_id?: string | undefined
  client_secret?: string | undefined
  client_assertion?: string | undefined
  client_assertion_type?: string | undefined
}

/** How a client identified itself, not verified. */
export type ClientCredentials =
  | { kind: 'none'; clientId: string }
  | { kind: 'secret'; clientId: string; secret: string }
  | { kind: 'assertion'; clientId: string | undefined; assertion: string }

/** Why no client could be identified: `malformed` is an invalid request, and `missing` a failed authentication (RFC 6749 §5.2). */
export type CredentialProblem = { problem: 'malformed' | 'missing'; description: string }

export const jwtAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const malformed = (description: string): CredentialProblem => ({ problem: 'malformed', description })
const missing = (description: string): CredentialProblem => ({ problem: 'missing', description })

/**
 * Reads the credentials of a client from the Authorization header or the form; it must use one method only (RFC 6749 §2.3). An empty
 * secret is none (§2.3.1), as clients without one send it.
 */
export function readClientCredentials(
  authorization: string | undefined,
  fields: CredentialFields,
): ClientCredentials | CredentialProblem {
  const { client_id: clientId, client_secret: secret, client_assertion: assertion } = fields
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (basic && 'problem' in basic) return basic
  const used = [basic?.secret, secret, assertion].filter((one) => one !== undefined && one !== '')
  if (used.length > 1) return malformed('Use one method of client authentication')
  if (basic && clientId !== undefined && clientId !== basic.clientId)
    return malformed('client_id and the Authorization header differ')
  if (assertion !== undefined) return readAssertion(assertion, fields)
  return toCredentials(basic?.clientId ?? clientId, basic?.secret || secret)
}

function readAssertion(assertion: string, { client_id: clientId, client_assertion_type: type }: CredentialFields) {
  if (type !== jwtAssertionType) return malformed(`client_assertion_type must be ${jwtAssertionType}`)
  return { kind: 'assertion', clientId, assertion } as const
}

function toCredentials(clientId: string | undefined, secret = ''): ClientCredentials | CredentialProblem {
  if (clientId === undefined || clientId === '') return missing('Identify the client: authenticate, or send client_id')
  return secret === '' ? { kind: 'none', clientId } : { kind: 'secret', clientId, secret }
}

/** ID and secret, each form-encoded before they were joined (RFC 6749 §2.3.1). */
function readBasic(header: string): { clientId: string; secret: string } | CredentialProblem {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header) ?? []
  const [, clientId, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  const decoded = [clientId, secret].map(decodeFormText)
  if (decoded[0] === undefined || decoded[0] === '' || decoded[1] === undefined)
    return missing('The Authorization header must be Basic, with the client ID and the secret, each form-encoded')
  return { clientId: decoded[0], secret: decoded[1] }
}

/** Undefined if it isn't form-encoded text. */
function decodeFormText(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** The client that a call says it is from, not verified; undefined if it says none. */
export const identifyClient = (credentials: ClientCredentials | CredentialProblem): string | undefined => {
  if ('problem' in credentials) return undefined
  const { clientId } = credentials
  return credentials.kind === 'assertion' ? (clientId ?? readAssertionSubject(credentials.assertion)) : clientId
}

/** RFC 7523 §3. */
function readAssertionSubject(assertion: string): string | undefined {
  try {
    const [, payload = ''] = assertion.split('.')
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

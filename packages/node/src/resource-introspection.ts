import { createActiveStates } from './active-states.ts'
import { ThumbturnError } from './errors.ts'
import { sendRequest } from './http.ts'
import type { IntrospectionSettings, ResourceSettings } from './resource-options.ts'

/** A response has some hundred bytes. */
const maxBytes = 2 ** 16

/** Asks the service whether tokens that were verified by public keys have been revoked (RFC 7662); undefined without the option. */
export function createIntrospection(settings: ResourceSettings) {
  const { client, introspection } = settings
  if (!introspection) return undefined
  const { cacheSeconds, duringOutage } = introspection
  const { now } = client
  const ask = (token: string) => introspect(settings, introspection, token)
  const states = createActiveStates({ now, ask })

  async function isActive(token: string, jti: string): Promise<boolean> {
    const last = states.find(jti)
    // Clocks can be set back.
    if (last && Math.abs(now() - last.at) < cacheSeconds * 1000) return last.isActive
    return (await (cacheSeconds === 0 ? states.askNow(jti, token) : states.askOnce(jti, token))).isActive
  }

  return {
    /** @throws ThumbturnError token_rejected; unless outages are accepted, any code of a call */
    async requireActive(token: string, jti: string): Promise<void> {
      const active = await isActive(token, jti).catch((error: unknown) => {
        if (duringOutage === 'accept' && isOutage(error)) return states.find(jti)?.isActive ?? true
        throw error
      })
      if (!active)
        throw new ThumbturnError(
          'token_rejected',
          'The token was revoked, or the client of introspection lists no such resource',
        )
    },
  }
}

const outages: readonly string[] = ['unreachable', 'timeout', 'server_error', 'rate_limited']

const isOutage = (error: unknown) => error instanceof ThumbturnError && outages.includes(error.code)

async function introspect(
  { client }: ResourceSettings,
  { clientId, clientSecret }: IntrospectionSettings,
  token: string,
): Promise<boolean> {
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
  const url = `${client.application}/openid/introspect`
  const response = await sendRequest(client, { method: 'POST', url, body, maxBytes }).catch((cause: unknown) => {
    if (!(cause instanceof ThumbturnError && cause.status === 401)) throw cause
    const problem = 'The service rejects the client of introspection: check clientId and clientSecret'
    throw new ThumbturnError('invalid_options', problem, { status: 401, cause })
  })
  return (response.body as { active?: unknown } | undefined)?.active === true
}

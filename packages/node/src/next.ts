import { admit, type TokenRequirements } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

/** Verifies the access token of a request: its claims, or the Response to return if it isn't valid. */
export async function verifyRequest(
  thumbturn: Thumbturn,
  request: Request,
  requirements?: TokenRequirements,
): Promise<{ claims: AccessClaims; rejection?: undefined } | { claims?: undefined; rejection: Response }> {
  const authorization = request.headers.get('authorization') ?? undefined
  const cookie = request.headers.get('cookie') ?? undefined
  const admitted = await admit(thumbturn, { authorization, cookie }, requirements)
  if ('claims' in admitted) return admitted
  const { status, headers, body } = admitted.rejection
  return { rejection: new Response(JSON.stringify(body), { status, headers }) }
}

/** Wraps a route handler of Next.js, or of any server with web-standard requests: it runs only with a valid access token. */
export const withToken =
  <Context extends object = object>(
    thumbturn: Thumbturn,
    handler: (request: Request, context: Context & { claims: AccessClaims }) => Response | Promise<Response>,
    requirements?: TokenRequirements,
  ) =>
  async (request: Request, context?: Context): Promise<Response> => {
    const { claims, rejection } = await verifyRequest(thumbturn, request, requirements)
    return rejection ?? handler(request, { ...(context as Context), claims })
  }

export type { TokenRequirements } from './admit.ts'

import { admit, type TokenRequired } from './admit.ts'
import type { AccessClaims } from './claims.ts'
import type { Thumbturn } from './thumbturn.ts'

/** The claims of the token of a request, or the Response for a request without a valid one. */
export async function tokenOf(
  thumbturn: Thumbturn,
  request: Request,
  required?: TokenRequired,
): Promise<{ claims: AccessClaims; refusal?: undefined } | { claims?: undefined; refusal: Response }> {
  const authorization = request.headers.get('authorization') ?? undefined
  const cookie = request.headers.get('cookie') ?? undefined
  const admitted = await admit(thumbturn, { authorization, cookie }, required)
  if ('claims' in admitted) return admitted
  const { status, headers, body } = admitted.refusal
  return { refusal: new Response(JSON.stringify(body), { status, headers }) }
}

/** A route handler of Next.js, or of any server of web-standard requests, that only a valid access token reaches. */
export const withToken =
  <Context extends object = object>(
    thumbturn: Thumbturn,
    handler: (request: Request, context: Context & { claims: AccessClaims }) => Response | Promise<Response>,
    required?: TokenRequired,
  ) =>
  async (request: Request, context?: Context): Promise<Response> => {
    const { claims, refusal } = await tokenOf(thumbturn, request, required)
    return refusal ?? handler(request, { ...(context as Context), claims })
  }

export type { TokenRequired } from './admit.ts'

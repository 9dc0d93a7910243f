import { type Gen1Code, gen1Codes } from '@thumbturn/contract'
import type { Reason } from '../../core/errors.ts'
import type { Dialect, Refused } from '../dialect.ts'

const isKnown = (code: string): code is Gen1Code => gen1Codes.some((known) => known === code)

/** The precise reason where there is one (each is a code that clients know), otherwise the general code. */
function toCode({ reason, code }: Refused): Gen1Code {
  const precise: (Reason & Gen1Code) | undefined = reason
  return precise ?? (isKnown(code) ? code : 'bad_request')
}

const readClientId = (part: unknown) => ((part ?? {}) as { client_id?: unknown }).client_id

/** `client_id` in the body or query; errors are `{code, message}`, without a code under 500. */
export const gen1Dialect: Dialect = {
  readAppId: ({ body, query }) => readClientId(body) ?? readClientId(query),
  refusal: (refused) =>
    refused.status === 500 ? { message: refused.message } : { code: toCode(refused), message: refused.message },
  allowedHeaders: 'authorization, content-type, request-id, x-client-id',
  echoed: 'request-id',
}

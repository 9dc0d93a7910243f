import { Type } from 'typebox'
import type { RejectionShape } from '../route.ts'
import { statusCodes } from '../status-codes.ts'

/** The codes of this API whose names differ in the current API. */
const proxyCodes: Readonly<Record<string, string>> = { unauthorized: 'not_authorized', internal_error: 'serious_error' }

/** The name of a code of the current API. */
export const toProxyCode = (code: string): string => proxyCodes[code] ?? code

// The example codes of this API's generation are serious_error and not_authorized; what it calls the rest is not shown,
// so the others keep their names.
const BadRequestError = Type.Object(
  {
    msg: Type.String({ description: 'What went wrong, for the developer', examples: ['username must not be empty'] }),
    msgCode: Type.Union(
      [
        Type.Literal('bad_request'),
        Type.Literal('not_authorized'),
        Type.Literal('forbidden'),
        Type.Literal('not_found'),
        Type.Literal('serious_error'),
        Type.Literal('origin_not_allowed'),
        ...Object.values(statusCodes).map((code) => Type.Literal(code)),
      ],
      { description: 'What went wrong, for the program', examples: ['bad_request'] },
    ),
  },
  { title: 'BadRequestError' },
)

export const proxyRejections: RejectionShape = {
  schemaAt: () => BadRequestError,
  exampleAt: (_, { msg, msgCode }) => ({ msg, msgCode: toProxyCode(msgCode) }),
}

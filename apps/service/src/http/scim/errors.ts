/** Error types of RFC 7644 §3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** An error that only this API has: everything else is an AppError. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, scimType: ScimType | undefined, message: string) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (message: string) => new ScimError(400, 'invalidValue', message)
export const invalidPath = (message: string) => new ScimError(400, 'invalidPath', message)
export const invalidFilter = (message: string) => new ScimError(400, 'invalidFilter', message)
export const invalidSyntax = (message: string) => new ScimError(400, 'invalidSyntax', message)
export const noTarget = (message: string) => new ScimError(400, 'noTarget', message)

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error (RFC 7644 §3.12). */
export const formatScimError = ({ status, scimType, message }: Pick<ScimError, 'status' | 'scimType' | 'message'>) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
})

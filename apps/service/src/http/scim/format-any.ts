import { AppError, isOutage } from '../../core/errors.ts'
import { statusFor } from '../errors.ts'
import { formatScimError, ScimError, type ScimType } from './errors.ts'
import { scimErrorFormat } from './wire-format.ts'

type FormattedResponse = { status: number; body: object; retryAfter?: number | undefined }

const format = (status: number, message: string, scimType?: ScimType): FormattedResponse => ({
  status,
  body: formatScimError({ status, scimType, message }),
})

/** Errors that the framework finds, in words of this API. */
const messages: Readonly<Record<number, string>> = {
  413: 'The body is larger than 1 MB',
  415: 'The body must be sent as application/scim+json or application/json in UTF-8, without content encoding',
}

/**
 * The wire format of an error.
 * @throws the error itself if it is a bug
 */
export function formatAny(error: unknown): FormattedResponse {
  if (error instanceof ScimError) return format(error.status, error.message, error.scimType)
  if (error instanceof AppError) {
    const { code, reason, message, retryAfter } = error
    const status = statusFor(code)
    return { status, body: scimErrorFormat.formatError({ status, code, reason, message }), retryAfter }
  }
  if (isOutage(error)) return { ...format(503, error.message), retryAfter: error.retryAfter }
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode < 400 || statusCode >= 500) throw error
  return format(statusCode, messages[statusCode] ?? message, statusCode === 400 ? 'invalidSyntax' : undefined)
}

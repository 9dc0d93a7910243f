import type { OauthError } from '@thumbturn/contract/vocabulary/oauth-errors.ts'
import { AppError } from '../../errors.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'

/** An error of a protocol endpoint (RFC 6749 §5.2); `cause` is for the log. */
export const oauthError = (error: OauthError, description: string, cause?: unknown): AppError =>
  new AppError('bad_request', description, { cause, oauth: { error } })

/** A client that isn't authenticated; the challenge names the method that every client can use (RFC 6749 §5.2). */
export const invalidClient = (
  cause?: unknown,
  description = 'The client is unknown, or its credentials are wrong',
): AppError => new AppError('unauthorized', description, { cause, oauth: { error: 'invalid_client', scheme: 'Basic' } })

/** One error for every code and refresh token that doesn't work, so that nothing can be learned by trying. */
export const invalidGrant = (cause: unknown): AppError =>
  oauthError(
    'invalid_grant',
    'The code or refresh token is invalid, expired, revoked, or was issued to another client',
    cause,
  )

/** Runs rules that are shared with requests of browsers, whose errors go to a client by a redirect. */
export async function asOauthErrors<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof RejectedRequest ? oauthError(error.error, error.description) : error
  }
}

/** A failed verification as a protocol error; an outage stays one. */
export const rejectAs =
  (reject: (cause: unknown) => AppError) =>
  (error: unknown): never => {
    throw error instanceof AppError ? reject(error) : error
  }

import type { Core } from '../../core.ts'
import { createApplicationAddress } from '../../model/applications/address.ts'
import type { Application } from '../../model/applications/application.ts'
import type { OauthRejection } from '../../model/authorization/parameters.ts'
import { addParameters } from '../../model/authorization/redirect-uri.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'

/** Where a response goes: a redirect URI that is known to be the client's. */
export type ResponseAddress = Pick<AuthorizationRequest, 'redirectUri' | 'state'>

/** The issuer of an application. */
export const findIssuer = ({ baseUrl }: Pick<Core, 'baseUrl'>, application: Application): string =>
  createApplicationAddress(application, baseUrl)

/** The response with a code (RFC 6749 §4.1.2), whose issuer the client compares (RFC 9207). */
export const respondWithCode = ({ redirectUri, state }: ResponseAddress, code: string, iss: string): string =>
  addParameters(redirectUri, { code, state, iss })

/** The response with an error (RFC 6749 §4.1.2.1, RFC 9207). */
export const respondWithError = (
  { redirectUri, state }: ResponseAddress,
  { error, description }: OauthRejection,
  iss: string,
): string => addParameters(redirectUri, { error, error_description: description, state, iss })

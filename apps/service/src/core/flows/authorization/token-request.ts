import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { CredentialFields } from '../../model/authorization/client-credentials.ts'
import type { VerifiedDpop } from '../../ports/client-proofs.ts'

/** The fields of a token request (RFC 6749 §4.1.3, §4.4.2, §6; RFC 7636 §4.5; RFC 8628 §3.4; RFC 8707 §2.2). */
export type TokenFields = CredentialFields & {
  grant_type: string
  code?: string | undefined
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  refresh_token?: string | undefined
  device_code?: string | undefined
  scope?: string | undefined
  resource?: string | undefined
}

/** A token request of an authenticated client. `proof`: of the key that it has; what issues tokens spends it. */
export type TokenRequest = {
  application: Application
  client: Client
  fields: TokenFields
  proof: VerifiedDpop | undefined
}

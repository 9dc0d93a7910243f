import type { Assertion } from './assertion.ts'
import type { Client } from './client.ts'
import { callService } from './http.ts'
import { storeSignIn } from './store-sign-in.ts'
import type { SignedIn } from './types.ts'
import type { AuthCompleteBody, TokenResponse } from './wire.ts'

/** Verifies an assertion, stores the token, and keeps the browser in step with the service. */
export async function completeSignIn(
  client: Client,
  { session, assertionResult, largeBlob }: Assertion,
): Promise<SignedIn> {
  const body: AuthCompleteBody = { session, assertionResult }
  const response = await callService<TokenResponse>(client, { path: '/auth/complete', body })
  return storeSignIn(client, response, largeBlob && { largeBlob })
}

import type { Assertion } from '../ceremonies/assertion.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import type { AuthCompleteBody, TokenResponse } from '../client/wire.ts'
import { type StoredSignIn, storeSignIn } from './store-sign-in.ts'

/** Verifies an assertion and stores the token. */
export async function completeSignIn(
  client: Client,
  { session, assertionResult, largeBlob }: Assertion,
  signal: AbortSignal,
): Promise<StoredSignIn> {
  const body: AuthCompleteBody = { session, assertionResult }
  const response = await callService<TokenResponse>(client, { path: '/auth/complete', body, signal })
  return storeSignIn(client, { ...response, largeBlob }, signal)
}

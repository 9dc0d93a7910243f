import type { proxyTransactionRoutes } from '@thumbturn/contract/proxy/transactions.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { completeTransaction } from '../../core/flows/transactions/complete.ts'
import { startTransaction } from '../../core/flows/transactions/start.ts'
import type { HandlersOf } from '../call.ts'
import { toResponse } from './passkeys.ts'

export const transactions = {
  async txInit({ body }, { core, application }) {
    const { txPayload: payload, ...rest } = body
    const { txId, session, options, paymentOptions } = await startTransaction(core, { application, payload, ...rest })
    return { txId, session, assertionOptions: options, paymentOptions }
  },

  async txComplete({ body }, { core, application }) {
    const { session, keyHandle: credentialId, clientData: clientDataJSON, authenticatorData, signature } = body
    const assertion = { credentialId, clientDataJSON, authenticatorData, signature }
    const confirmed = await completeTransaction(core, { session, assertion, appId: application.id })
    const { passkey, transaction, used } = confirmed
    const { hash: txHash, nonce, serverNonce: lNonce, confirmedBy } = transaction
    const token = await issueAccessToken(confirmed, { txHash, nonce, lNonce, ...(confirmedBy && { confirmedBy }) })
    return {
      txId: transaction.id,
      credentialId: passkey.credentialId,
      token,
      jwtAccess: token,
      txHash,
      nonce,
      lNonce,
      authCred: used && toResponse(used, used.lastUsedFrom),
    }
  },
} satisfies HandlersOf<typeof proxyTransactionRoutes>

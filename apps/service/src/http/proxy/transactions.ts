import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { beginTransaction } from '../../core/flows/transactions/begin.ts'
import { completeTransaction } from '../../core/flows/transactions/complete.ts'
import { listPasskeys } from '../../core/model/passkeys/change.ts'
import { apiKeyOf } from '../guard.ts'
import { shown } from './passkeys.ts'
import type { ProxyHandlers } from './wire.ts'

export const transactions: Pick<ProxyHandlers, 'txInit' | 'txComplete'> = {
  async txInit({ body }, { core, caller }) {
    const { txPayload: payload, ...rest } = body
    const { application } = apiKeyOf(caller)
    const { txId, session, options } = await beginTransaction(core, { application, payload, ...rest })
    return { txId, session, assertionOptions: options }
  },

  async txComplete({ body }, { core, caller }) {
    const { session, keyHandle: credentialId, clientData: clientDataJSON, authenticatorData, signature } = body
    const assertion = { credentialId, clientDataJSON, authenticatorData, signature }
    const { application } = apiKeyOf(caller)
    const confirmed = await completeTransaction(core, { session, assertion, appId: application.id })
    const { user, passkey, transaction } = confirmed
    const { hash: txHash, nonce, serverNonce: lNonce } = transaction
    const token = await issueAccessToken(core, confirmed, { txHash, nonce, lNonce })
    const owned = await listPasskeys(core, { application, userId: user.id })
    const used = owned.find(({ id }) => id === passkey.id)
    return {
      txId: transaction.id,
      credentialId: passkey.credentialId,
      token,
      jwtAccess: token,
      txHash,
      nonce,
      lNonce,
      authCred: used && shown(used, used.lastUsedFrom),
    }
  },
}

import type { transactionRoutes } from '@thumbturn/contract/current/transactions.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { completeTransaction } from '../../core/flows/transactions/complete.ts'
import { findTransaction } from '../../core/flows/transactions/find.ts'
import { startTransaction } from '../../core/flows/transactions/start.ts'
import type { Transaction } from '../../core/model/transactions/transaction.ts'
import type { HandlersOf } from '../call.ts'
import { listed } from '../listed-passkey.ts'
import { timestamp } from '../timestamp.ts'

// lNonce is what the wire calls the server's nonce.
const toProof = ({ hash: txHash, nonce, serverNonce: lNonce }: Transaction) => ({ txHash, nonce, lNonce })

const toConfirmedBy = ({ confirmedBy }: Transaction) => confirmedBy && { confirmedBy }

export const transactions = {
  async txInit({ body }, { core, application }) {
    const { username, txType, txPayload: payload, nonce, paymentConfirmation } = body
    const { txId, session, options, paymentOptions } = await startTransaction(core, {
      application,
      username,
      txType,
      payload,
      nonce,
      paymentConfirmation,
    })
    return { txId, session, assertionOptions: options, paymentOptions }
  },

  async txComplete({ body }, { core, application }) {
    const { session, keyHandle: credentialId, clientData: clientDataJSON, authenticatorData, signature } = body
    const assertion = { credentialId, clientDataJSON, authenticatorData, signature }
    const confirmed = await completeTransaction(core, { session, assertion, appId: application?.id })
    const { passkey, transaction, used } = confirmed
    const proof = toProof(transaction)
    const token = await issueAccessToken(confirmed, { ...proof, ...toConfirmedBy(transaction) })
    return {
      txId: transaction.id,
      credentialId: passkey.credentialId,
      token,
      jwtAccess: token,
      ...proof,
      authCred: used && listed(used, core.providers),
    }
  },

  async transactionFind({ params }, { core, application }) {
    // The part after the full stop in an ID of the first generation carried the transaction until it was confirmed.
    const [id = ''] = params.txId.split('.')
    const transaction = await findTransaction(core, application, id)
    const { userId, username, txType, payload: txPayload, passkeyId, createdAt } = transaction
    return {
      txId: id,
      userId,
      username,
      txType,
      txPayload,
      ...toProof(transaction),
      passkeyId,
      createdAt: timestamp(createdAt),
      ...toConfirmedBy(transaction),
    }
  },
} satisfies HandlersOf<typeof transactionRoutes>

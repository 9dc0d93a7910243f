import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCancelable } from '../../ui/cancelable.ts'
import { callBank, thumbturn } from '../session/session.ts'

/** A transfer as entered; `payee` is an account number. */
export type TransferRequest = { payee: string; name: string; cents: number; reference: string }

/** The exact text to confirm, with its nonce. */
export type PreparedTransfer = { nonce: string; payload: string }

/** The passkey's confirmation, accepted by the bank. */
export type ConfirmedTransfer = PreparedTransfer & { token: string; txHash: string; lNonce: string }

/** Prepares a transfer; no money moves yet. */
export const usePreparation = () =>
  useMutation({ mutationFn: (wish: TransferRequest) => callBank<PreparedTransfer>('POST', '/transfers', wish) })

/**
 * The passkey signs `signed`, which differs from the payload only in the tampering demo; the bank compares it with its
 * own.
 */
export function useConfirmation() {
  const queries = useQueryClient()
  return useCancelable(
    async ({ nonce, payload, signed }: PreparedTransfer & { signed: string }, signal): Promise<ConfirmedTransfer> => {
      const username = thumbturn.getSessionInfo()?.username ?? ''
      const options = { txPayload: signed, nonce, signal }
      const { token, txHash, lNonce } = await thumbturn.confirmTransaction(username, options)
      await sendConfirmation(nonce, token)
      return { nonce, payload, token, txHash, lNonce }
    },
    { onSuccess: () => queries.invalidateQueries({ queryKey: ['overview'] }) },
  )
}

/** Sends the token of a confirmation to the bank. */
export const sendConfirmation = (nonce: string, token: string) =>
  callBank('POST', `/transfers/${nonce}/confirm`, { token })

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callBank, thumbturn } from '../session/session.ts'

/** A transfer as the user typed it; `payee` is an account number. */
export type TransferRequest = { payee: string; name: string; cents: number; reference: string }

/** What the bank wants to be confirmed: exactly this text, under this number. */
export type PreparedTransfer = { nonce: string; payload: string }

/** What the passkey gave, which the bank accepted. */
export type ConfirmedTransfer = PreparedTransfer & { token: string; txHash: string; lNonce: string }

/** Asks the bank to prepare a transfer; no money moves yet. */
export const usePreparation = () =>
  useMutation({ mutationFn: (wish: TransferRequest) => callBank<PreparedTransfer>('POST', '/transfers', wish) })

/** The passkey signs `signed`, which is the payload unless somebody cheats; the bank holds it against its own. */
export function useConfirmation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      nonce,
      payload,
      signed,
    }: PreparedTransfer & { signed: string }): Promise<ConfirmedTransfer> => {
      const username = thumbturn.getSessionInfo()?.username ?? ''
      const { token, txHash, lNonce } = await thumbturn.confirmTransaction(username, { txPayload: signed, nonce })
      await sendConfirmation(nonce, token)
      return { nonce, payload, token, txHash, lNonce }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['overview'] }),
  })
}

/** Hands the bank the token of a confirmation. */
export const sendConfirmation = (nonce: string, token: string) =>
  callBank('POST', `/transfers/${nonce}/confirm`, { token })

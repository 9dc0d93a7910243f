import type { AuthenticatorHint } from '@thumbturn/contract/vocabulary/passkey-options.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { toHints } from '../../model/passkeys/extensions.ts'
import { listFingerprints } from '../../model/passkeys/listed.ts'
import { findPayment, type PaymentOptions, toPaymentOptions } from '../../model/transactions/payment.ts'
import { deriveChallenge, longestPayload } from '../../model/transactions/transaction.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import { requireNameKeys } from '../../use-cases/names/name-keys.ts'
import type { Descriptor } from '../../use-cases/passkeys/decoys.ts'
import { resolveSignInTarget } from '../../use-cases/passkeys/sign-in-target.ts'
import { toFlowApplication } from '../open-flow.ts'
import type { BoundFlow, TransactionFlow } from './flow.ts'

export type TransactionStart = {
  txId: string
  session: string
  options: {
    challenge: string
    rpId: string
    allowCredentials: Descriptor[]
    timeout: number
    userVerification: 'required'
    hints?: AuthenticatorHint[]
  }
  /** If the client asked for it, the application allows it, and the payload describes a payment. */
  paymentOptions?: PaymentOptions
}

type TransactionRequest = { application: Application; txType: 'raw'; payload: string; nonce: string }

/** `paymentConfirmation`: the browser can show a payment. */
type UserTransactionRequest = TransactionRequest & { username: string; paymentConfirmation?: boolean | undefined }

/**
 * Starts a transaction confirmation without writing anything: payload and nonce are sealed in the session, so the
 * stored transaction is the signed one. An unknown username and a user without passkeys get decoy credential IDs.
 * @throws AppError bad_request: the payload is too long, or its payment is not as described
 */
export async function startTransaction(
  core: Core,
  { username, paymentConfirmation, ...wanted }: UserTransactionRequest,
): Promise<TransactionStart> {
  const { application, payload } = wanted
  const payment = paymentConfirmation ? findPayment(application, payload) : undefined
  const { userId, epoch, allow } = await resolveSignInTarget(
    core,
    application.id,
    await requireNameKeys(core, username),
  )
  const flow = {
    ...createFlow(core, wanted),
    userId,
    epoch,
    listed: listFingerprints(allow),
    ...(payment && { payment: true as const }),
  }
  const options = toTransactionOptions(application, flow, allow)
  return {
    txId: flow.id,
    session: core.sessions.seal(flow),
    options,
    ...(payment && {
      paymentOptions: toPaymentOptions(payment, { ...options, challenge: deriveChallenge(flow, 'payment') }),
    }),
  }
}

/**
 * Creates a transaction for no particular user; the user for whom it's resumed confirms it. Writes nothing.
 * @throws AppError bad_request: the payload is too long
 */
export function createTransaction(core: Core, request: TransactionRequest): Omit<TransactionStart, 'options'> {
  const flow = createFlow(core, request)
  return { txId: flow.id, session: core.sessions.seal(flow) }
}

function createFlow(core: Core, { application, txType, nonce, ...wanted }: TransactionRequest): TransactionFlow {
  const payload = Buffer.from(wanted.payload)
  if (payload.length > longestPayload)
    throw badRequest(
      `The payload has ${payload.length} bytes in UTF-8; at most ${longestPayload} are allowed. Send its hash instead.`,
    )
  const startedAt = core.now()
  return {
    purpose: 'transaction',
    id: core.random.timeId(),
    ...toFlowApplication(application),
    startedAt,
    expiresAt: startedAt + application.settings.ceremonySeconds * 1000,
    userId: undefined,
    epoch: sealEpoch(),
    txType,
    payload: payload.toString('base64url'),
    nonce,
    serverNonce: core.random.text(32),
  }
}

/** The options for the browser. */
export const toTransactionOptions = (
  { rpId, settings }: Application,
  flow: BoundFlow,
  allowCredentials: Descriptor[],
): TransactionStart['options'] => ({
  challenge: deriveChallenge(flow),
  rpId,
  allowCredentials,
  timeout: settings.ceremonySeconds * 1000,
  // Regardless of the application's setting: holding the device isn't enough to confirm.
  userVerification: 'required',
  ...toHints(settings),
})

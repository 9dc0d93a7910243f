import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionInfo } from '../client/token.ts'
import { PasskeyError } from '../errors.ts'
import { authenticateWithPasskey, type SignInFallback, type SignInOptions } from '../flows/sign-in.ts'
import { signInImmediately } from '../flows/sign-in-immediately.ts'
import { type CreatePasskeyOptions, createPasskey } from '../flows/sign-up.ts'
import { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from '../flows/transaction.ts'
import type { SignedIn } from '../types.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useSharedState } from './ThumbturnProvider.tsx'
import { useSession } from './use-session.ts'

/** The state of a component's last ceremony. `canceled` is not an error: offer to try again. */
export type PasskeyStatus = 'idle' | 'pending' | 'done' | 'canceled' | 'failed'

/** Passkey ceremonies of a component. They never reject: on failure they resolve to undefined and set `error`. */
export interface UsePasskey {
  status: PasskeyStatus
  error: PasskeyFailure | undefined
  /** The signed-in user, on every component below the provider. */
  session: SessionInfo | undefined
  /** Without a username, fails with ERROR_USERNAME_MISSING and sends nothing. */
  createPasskey(username: string, options?: WithoutSignal<CreatePasskeyOptions>): Promise<SignedIn | undefined>
  signIn(username?: string, options?: WithoutSignal<SignInOptions>): Promise<SignedIn | SignInFallback | undefined>
  /** Only with a passkey on this device; `status` stays `idle` without one. */
  signInImmediately(): Promise<SignedIn | undefined>
  confirmTransaction(
    username: string,
    options: WithoutSignal<TransactionOptions>,
  ): Promise<ConfirmedTransaction | undefined>
  signOut(): void
  /** Aborts the ceremony of this component. */
  abort(): void
  /** Resets the status to idle and clears the error. */
  reset(): void
}

type WithoutSignal<Options> = Omit<Options, 'signal'>

interface State {
  status: PasskeyStatus
  error?: PasskeyFailure | undefined
}

const idle: State = { status: 'idle' }

/** Ceremonies with their state, one at a time. Unmounting the component aborts the current one. */
export function usePasskey(): UsePasskey {
  const { client } = useSharedState()
  const { session, signOut } = useSession()
  const { run, fail, abort, reset, state } = useCeremony()
  const actions = useMemo(
    () => ({
      createPasskey: async (username: string, options?: object) =>
        username.trim() === ''
          ? fail(createUsernameError())
          : run((signal) => createPasskey(client, username, { ...options, signal })),
      signIn: (username?: string, options?: object) =>
        run((signal) => authenticateWithPasskey(client, username, { ...options, signal })),
      signInImmediately: () => run((signal) => signInImmediately(client, { signal })),
      confirmTransaction: (username: string, options: WithoutSignal<TransactionOptions>) =>
        run((signal) => confirmTransaction(client, username, { ...options, signal })),
    }),
    [client, run, fail],
  )
  return { status: state.status, error: state.error, session, signOut, abort, reset, ...actions }
}

function useCeremony() {
  const { refresh, begin } = useSharedState()
  const [state, setState] = useState(idle)
  const current = useRef<AbortController>(undefined)

  const abort = useCallback(() => current.current?.abort(), [])
  const reset = useCallback(() => setState(idle), [])
  useEffect(() => abort, [abort])

  const run = useCallback(
    async <Result>(ceremony: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> => {
      current.current?.abort()
      const controller = new AbortController()
      current.current = controller
      // A later ceremony or an unmount supersedes this result.
      const settle = (next: State) => {
        if (current.current !== controller) return
        current.current = undefined
        setState(next)
      }
      setState({ status: 'pending' })
      const end = begin()
      try {
        const result = await ceremony(controller.signal)
        // An immediate sign-in without a passkey on this device.
        settle(result === undefined ? idle : { status: 'done' })
        return result
      } catch (error) {
        settle(toFailedState(error))
        return undefined
      } finally {
        refresh()
        end()
      }
    },
    [refresh, begin],
  )
  /** Fails before a ceremony starts, so a waiting autofill continues. */
  const fail = useCallback((error: PasskeyFailure): undefined => {
    current.current?.abort()
    current.current = undefined
    setState({ status: 'failed', error })
  }, [])
  return { run, fail, abort, reset, state }
}

const createUsernameError = () =>
  new PasskeyError('ERROR_USERNAME_MISSING', undefined, 'Username missing: pass a username to create a passkey')

function toFailedState(cause: unknown): State {
  const error = toFailure(cause)
  const canceled = error.code === 'ERROR_PASSKEY_ABORTED'
  return { status: canceled ? 'canceled' : 'failed', error }
}

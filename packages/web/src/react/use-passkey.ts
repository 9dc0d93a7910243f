import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PasskeyError } from '../errors.ts'
import { authenticateWithPasskey, type HandedOver, type SignInOptions } from '../sign-in.ts'
import { type CreatePasskeyOptions, createPasskey } from '../sign-up.ts'
import type { SessionInfo } from '../token.ts'
import { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from '../transaction.ts'
import type { SignedIn } from '../types.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useShared } from './ThumbturnProvider.tsx'
import { useSession } from './use-session.ts'

/** The state of a component's last ceremony. `canceled` is not an error: offer to try again. */
export type PasskeyStatus = 'idle' | 'pending' | 'done' | 'cancelled' | 'failed'

/** Passkey ceremonies of a component. They never reject: on failure they resolve to undefined and set `error`. */
export interface UsePasskey {
  status: PasskeyStatus
  error: PasskeyFailure | undefined
  /** The signed-in user, on every component below the provider. */
  session: SessionInfo | undefined
  /** Without a username, fails with ERROR_USERNAME_MISSING and sends nothing. */
  createPasskey(username: string, options?: Unsignalled<CreatePasskeyOptions>): Promise<SignedIn | undefined>
  signIn(username?: string, options?: Unsignalled<SignInOptions>): Promise<SignedIn | HandedOver | undefined>
  confirmTransaction(
    username: string,
    options: Unsignalled<TransactionOptions>,
  ): Promise<ConfirmedTransaction | undefined>
  signOut(): void
  /** Aborts the ceremony of this component. */
  abort(): void
  /** Resets the status to idle and clears the error. */
  reset(): void
}

type Unsignalled<Options> = Omit<Options, 'signal'>

interface State {
  status: PasskeyStatus
  error?: PasskeyFailure | undefined
}

const idle: State = { status: 'idle' }

/** Ceremonies with their state, one at a time. Unmounting the component aborts the current one. */
export function usePasskey(): UsePasskey {
  const { client } = useShared()
  const { session, signOut } = useSession()
  const { run, refuse, abort, reset, state } = useCeremony()
  const actions = useMemo(
    () => ({
      createPasskey: async (username: string, options?: object) =>
        username.trim() === ''
          ? refuse(nameless())
          : run((signal) => createPasskey(client, username, { ...options, signal })),
      signIn: (username?: string, options?: object) =>
        run((signal) => authenticateWithPasskey(client, username, { ...options, signal })),
      confirmTransaction: (username: string, options: Unsignalled<TransactionOptions>) =>
        run((signal) => confirmTransaction(client, username, { ...options, signal })),
    }),
    [client, run, refuse],
  )
  return { status: state.status, error: state.error, session, signOut, abort, reset, ...actions }
}

function useCeremony() {
  const { refresh, begin } = useShared()
  const [state, setState] = useState(idle)
  const current = useRef<AbortController>(undefined)

  const abort = useCallback(() => current.current?.abort(), [])
  const reset = useCallback(() => setState(idle), [])
  useEffect(() => abort, [abort])

  const run = useCallback(
    async <Result>(ceremony: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> => {
      current.current?.abort()
      const mine = new AbortController()
      current.current = mine
      // A later ceremony or an unmount supersedes this result.
      const settle = (next: State) => {
        if (current.current !== mine) return
        current.current = undefined
        setState(next)
      }
      setState({ status: 'pending' })
      const end = begin()
      try {
        const result = await ceremony(mine.signal)
        settle({ status: 'done' })
        return result
      } catch (error) {
        settle(failure(error))
        return undefined
      } finally {
        refresh()
        end()
      }
    },
    [refresh, begin],
  )
  /** Fails before a ceremony starts, so a waiting autofill continues. */
  const refuse = useCallback((error: PasskeyFailure): undefined => {
    current.current?.abort()
    current.current = undefined
    setState({ status: 'failed', error })
  }, [])
  return { run, refuse, abort, reset, state }
}

const nameless = () =>
  new PasskeyError('ERROR_USERNAME_MISSING', undefined, 'Username missing: pass a username to create a passkey')

function failure(cause: unknown): State {
  const error = toFailure(cause)
  const cancelled = error.code === 'ERROR_PASSKEY_ABORTED'
  return { status: cancelled ? 'cancelled' : 'failed', error }
}

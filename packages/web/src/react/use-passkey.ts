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

/** How the last ceremony of a component stands. `cancelled` is no failure: offer to try again, and say nothing else. */
export type PasskeyStatus = 'idle' | 'pending' | 'done' | 'cancelled' | 'failed'

/** What a component can do with passkeys. The ceremonies never reject: undefined, and then `error` says why. */
export interface UsePasskey {
  status: PasskeyStatus
  error: PasskeyFailure | undefined
  /** Who is signed in, on every component below the provider. */
  session: SessionInfo | undefined
  /** Without a username it fails with ERROR_USERNAME_MISSING, and nothing is sent. */
  createPasskey(username: string, options?: Unsignalled<CreatePasskeyOptions>): Promise<SignedIn | undefined>
  signIn(username?: string, options?: Unsignalled<SignInOptions>): Promise<SignedIn | HandedOver | undefined>
  confirmTransaction(
    username: string,
    options: Unsignalled<TransactionOptions>,
  ): Promise<ConfirmedTransaction | undefined>
  signOut(): void
  /** Ends the ceremony of this component. */
  abort(): void
  /** Back to idle, without the error. */
  reset(): void
}

type Unsignalled<Options> = Omit<Options, 'signal'>

interface State {
  status: PasskeyStatus
  error?: PasskeyFailure | undefined
}

const idle: State = { status: 'idle' }

/** Ceremonies with their state. One at a time; leaving the page or the component ends it. */
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
      // Whoever came after, or left, is not told what became of this one.
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
  /** Fails before anything is begun: an autofill that waits goes on waiting. */
  const refuse = useCallback((error: PasskeyFailure): undefined => {
    current.current?.abort()
    current.current = undefined
    setState({ status: 'failed', error })
  }, [])
  return { run, refuse, abort, reset, state }
}

const nameless = () => new PasskeyError('ERROR_USERNAME_MISSING', undefined, 'Enter a username to create a passkey')

function failure(cause: unknown): State {
  const error = toFailure(cause)
  const cancelled = error.code === 'ERROR_PASSKEY_ABORTED'
  return { status: cancelled ? 'cancelled' : 'failed', error }
}

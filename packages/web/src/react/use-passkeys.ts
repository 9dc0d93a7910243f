import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { logout } from '../client/token.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../passkeys/passkeys.ts'
import type { Passkey } from '../types.ts'
import { type PasskeyFailure, toFailure } from './failure.ts'
import { useSharedState } from './ThumbturnProvider.tsx'

/** The passkeys of the signed-in user. Changes show at once and are undone if they fail. Calls never reject. */
export interface UsePasskeys {
  /** `loading` until the first list, also on a server; `ready` with a list, `failed` without one, or `signedOut`. */
  status: 'loading' | 'ready' | 'failed' | 'signedOut'
  passkeys: Passkey[]
  /** Why the last list or change failed. */
  error: PasskeyFailure | undefined
  /** Whether changes are in progress. */
  isSaving: boolean
  /** Resolves to true if it worked, to false if it failed and set `error`. */
  renamePasskey(id: string, options: { name: string }): Promise<boolean>
  /** Like renamePasskey. Deleting the passkey of this sign-in signs the user out. */
  deletePasskey(id: string): Promise<boolean>
  /** Reads the list again, for example after createPasskey. */
  refresh(): Promise<void>
}

type Update = (passkeys: Passkey[]) => Passkey[]

/** `listed` is the latest list of the service, `updates` are the changes in progress. */
interface State {
  status: 'loading' | 'ready' | 'failed'
  listed: Passkey[]
  updates: Update[]
  error?: PasskeyFailure | undefined
}

const loading: State = { status: 'loading', listed: [], updates: [] }

export function usePasskeys(): UsePasskeys {
  const { client, session, isKnown, refresh: readSession } = useSharedState()
  const { state, refresh, change } = usePasskeyList(session?.id)
  const { listed, updates, error } = state
  const used = session?.passkeyId
  const actions = useMemo(
    () => ({
      renamePasskey: (id: string, { name }: { name: string }) =>
        change(
          (passkeys) => passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey)),
          () => renamePasskey(client, id, { name }),
        ),
      deletePasskey: async (id: string) => {
        const isDone = await change(
          (passkeys) => passkeys.filter((passkey) => passkey.id !== id),
          () => deletePasskey(client, id),
        )
        // A token ends with its passkey.
        if (isDone && id === used) logout(client)
        readSession()
        return isDone
      },
    }),
    [client, change, used, readSession],
  )
  const passkeys = useMemo(() => updates.reduce((list, update) => update(list), listed), [listed, updates])
  const status = isKnown && !session ? 'signedOut' : state.status
  return { status, passkeys, error, isSaving: updates.length > 0, refresh, ...actions }
}

function usePasskeyList(userId: string | undefined) {
  const { client } = useSharedState()
  const [state, setState] = useState(loading)
  const latest = useRef(0)

  const refresh = useCallback(async () => {
    const mine = ++latest.current
    // StrictMode mounts twice and has unmounted the first one by now.
    await Promise.resolve()
    if (latest.current !== mine) return
    const next: Partial<State> = await listPasskeys(client).then(
      (listed) => ({ status: 'ready' as const, listed, error: undefined }),
      (cause) => ({ error: toFailure(cause) }),
    )
    if (latest.current !== mine) return
    setState((before) => ({ ...before, status: before.status === 'ready' ? 'ready' : 'failed', ...next }))
  }, [client])

  useEffect(() => {
    setState(loading)
    if (userId !== undefined) void refresh()
    return () => {
      latest.current++
    }
  }, [userId, refresh])

  const change = useCallback(async (update: Update, call: () => Promise<void>): Promise<boolean> => {
    // A list requested before this change must not undo it.
    latest.current++
    setState((before) => ({ ...before, updates: [...before.updates, update], error: undefined }))
    const error = await call().then(() => undefined, toFailure)
    setState((before) => ({
      ...before,
      listed: error ? before.listed : update(before.listed),
      updates: before.updates.filter((one) => one !== update),
      error,
    }))
    return error === undefined
  }, [])
  return { state, refresh, change }
}

import type { TokenStore } from '@thumbturn/web/core'

type Awaitable<Value> = Value | PromiseLike<Value>

/** Where an app keeps texts, such as the keychain. Keys consist of letters, digits, `_`, and `-`. */
export interface TokenStorage {
  getItem(key: string): Awaitable<string | null | undefined>
  setItem(key: string, value: string): Awaitable<unknown>
  removeItem(key: string): Awaitable<unknown>
}

/** Texts that the SDK keeps between calls. */
type Name = 'token' | 'device-id'
const names: readonly Name[] = ['token', 'device-id']

/** The state of one client: read from the storage before a call, and written to it afterward. */
export interface StateStore {
  readonly tokenStore: TokenStore
  deviceId: string | undefined
  /** Reads the storage. Values that can't be read are absent. */
  load(): Promise<void>
  /** Writes what changed. @throws the error of the storage; what failed is written again by the next call */
  save(): Promise<void>
}

/** Shared by all clients without a storage, until the app is closed. */
const memory = new Map<string, string>()

const memoryStorage: TokenStorage = {
  getItem: (key) => memory.get(key),
  setItem: (key, value) => memory.set(key, value),
  removeItem: (key) => memory.delete(key),
}

/** Creates the state of a client. */
export function createStateStore(appId: string, storage: TokenStorage = memoryStorage): StateStore {
  const values = new Map<Name, string>()
  const unsaved = new Set<Name>()
  const changes = { token: 0, 'device-id': 0 }
  const toKey = (name: Name) => `thumbturn_${appId.replace(/[^\w-]/g, '_')}_${name}`

  const put = (name: Name, value: string | undefined) => {
    changes[name]++
    unsaved.add(name)
    if (value === undefined) values.delete(name)
    else values.set(name, value)
  }

  const loadOne = async (name: Name) => {
    const before = changes[name]
    const value = await read(() => storage.getItem(toKey(name)))
    // Another call changed it in between, or its change isn't stored yet.
    if (changes[name] !== before || unsaved.has(name)) return
    if (value) values.set(name, value)
    else values.delete(name)
  }

  const saveOne = async (name: Name) => {
    const value = values.get(name)
    unsaved.delete(name)
    try {
      await (value === undefined ? storage.removeItem(toKey(name)) : storage.setItem(toKey(name), value))
    } catch (error) {
      unsaved.add(name)
      throw error
    }
  }

  let saving: Promise<unknown> = Promise.resolve()
  return {
    tokenStore: {
      get: () => values.get('token'),
      set: (token) => put('token', token),
      clear: () => put('token', undefined),
    },
    get deviceId() {
      return values.get('device-id')
    },
    set deviceId(id) {
      put('device-id', id)
    },
    load: async () => void (await Promise.all(names.map(loadOne))),
    save() {
      // In turn, so that an earlier value never overwrites a later one.
      const save = saving.then(() => Promise.all([...unsaved].map(saveOne)))
      saving = save.catch(() => {})
      return save.then(() => {})
    },
  }
}

/** A locked keychain, for example, rejects. */
async function read(get: () => Awaitable<string | null | undefined>): Promise<string | undefined> {
  try {
    return (await get()) ?? undefined
  } catch {
    return undefined
  }
}

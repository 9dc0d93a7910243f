import type { ApiKey } from './api-key.ts'

/** When an API key was used, in milliseconds since 1970. */
export type ApiKeyUse = Pick<ApiKey, 'id' | 'appId'> & { at: number }

/** Remembers in the memory of this process which API keys were used, since they were last taken. */
export type ApiKeyUses = {
  note(use: ApiKeyUse): void
  /** Returns the last use of each key, and forgets them. */
  take(): readonly ApiKeyUse[]
}

export function createApiKeyUses(): ApiKeyUses {
  let uses = new Map<string, ApiKeyUse>()
  return {
    note(use) {
      uses.set(use.id, use)
    },
    take() {
      const taken = [...uses.values()]
      uses = new Map()
      return taken
    },
  }
}

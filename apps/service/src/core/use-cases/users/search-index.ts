import type { Core } from '../../core.ts'
import type { CountedEvent } from '../../model/events/event.ts'
import { changesSearchText, type SearchedUser, toSearchText } from '../../model/users/search-text.ts'
import type { Write } from '../../writes.ts'

type IndexCore = Pick<Core, 'store'>

/** The changes of the index of an application's users that events stand for. */
export async function listSearchWrites(
  { store }: IndexCore,
  appId: string,
  events: readonly CountedEvent[],
): Promise<Write[]> {
  const changed = events.filter(({ type }) => changesSearchText(type)).map(({ userId }) => userId)
  const userIds = [...new Set(changed)].filter((userId) => userId !== undefined)
  if (userIds.length === 0) return []
  return toWrites(appId, await store.searchIndex.listSearched(appId, userIds), false)
}

const toWrites = (appId: string, searched: readonly SearchedUser[], keep: boolean): Write[] =>
  searched.map((one) => ({ putSearchText: { appId, userId: one.user.id, text: toSearchText(one), keep } }))

/** Writing blocks the service on SQLite: this many users take some milliseconds. */
const usersAtOnce = 50

/**
 * Adds users from before the index, the next ones by username; returns whether all are in it. What an event has written in the index
 * since stays, as it is newer.
 */
export async function indexEarlierUsers({ store }: IndexCore, appId: string): Promise<boolean> {
  const progress = (await store.searchIndex.findProgress(appId)) ?? { appId, position: '', complete: false }
  if (progress.complete) return true
  const page = { status: undefined, after: progress.position, limit: usersAtOnce }
  const users = await store.users.list(appId, page)
  const complete = users.length < usersAtOnce
  const ids = users.map(({ id }) => id)
  const writes = toWrites(appId, await store.searchIndex.listSearched(appId, ids), true)
  const position = users.at(-1)?.usernameKey ?? progress.position
  await store.commit([...writes, { moveSearchProgress: { appId, position, complete } }])
  return complete
}

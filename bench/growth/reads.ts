import { openStore } from '@thumbturn/service/storage/open.ts'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { findFilledUser } from './copies.ts'
import type { GrowingDatabase } from './database.ts'

/** Medians in milliseconds of pages of 100 users: the first one, one from the middle, the last one, and those found by a search. */
export type Reads = { firstPageMs: number; middlePageMs: number; lastPageMs: number; searchMs: number }

const limit = 100

/** The reads of the dashboard's list of users. */
export async function measureReads({ url }: GrowingDatabase, users: number): Promise<Reads> {
  const store = await openStore(url)
  const nameOf = (number: number) => findFilledUser(number, users).username
  const list = (after: string) => () => store.users.list('demo', { status: undefined, after, limit })
  const text = nameOf(Math.floor(users / 2)).slice(0, 'user-000000'.length)
  const search = async () => (await store.users.search('demo', { text, order: 'username', limit })).users
  const reads = {
    firstPageMs: await time(list('')),
    middlePageMs: await time(list(nameOf(Math.floor(users / 2)))),
    lastPageMs: await time(list(nameOf(users - limit))),
    searchMs: await time(search),
  }
  await store.close()
  return reads
}

async function time(read: () => Promise<readonly unknown[]>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 21; at++) {
    const begun = performance.now()
    if ((await read()).length === 0) throw new Error('a page of users is empty')
    times.push(performance.now() - begun)
  }
  return findMedian(times)
}

// The cost of finding users among a million: fills a database of each engine, indexes the users as the service does in the background,
// and reads pages. Run: npx node bench/user-search.ts [--users 1000000] [--engines sqlite,postgres] [--folder <for the databases>]
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type { UserSearch } from '@thumbturn/service/core/model/users/user.ts'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import { indexEarlierUsers } from '@thumbturn/service/core/use-cases/users/search-index.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { type Fill, findFilledUser } from './growth/copies.ts'
import { type EngineName, engines as everyEngine } from './growth/database.ts'
import { prepareDatabases, readEngines } from './growth/databases.ts'
import { fillDatabase, nameDatabase } from './growth/installation.ts'
import { machine } from './load/results.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    engines: { type: 'string', default: everyEngine.join() },
    port: { type: 'string', default: '4470' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const fill: Fill = { users: Number(values.users), order: 'sorted' }
const databases = prepareDatabases(values.folder, 'bench-user-search-')
const onProgress = (text: string) => void process.stderr.write(text)

/** Each search and what makes it hard. */
function listSearches(): Readonly<Record<string, Partial<UserSearch>>> {
  const { username, userHandle } = findFilledUser(Math.floor(fill.users / 2), fill.users)
  return {
    'no filter': {},
    'newest first': { order: 'newest' },
    'one user by a part of the username': { text: username.slice(3, 13) },
    'one user by a part of the ID': { text: userHandle.slice(-12) },
    'what 20 in 1,000 have': { text: username.slice(5, 9) },
    'what all have': { text: 'example.com' },
    'what no user has, of frequent parts': { text: 'example.comple' },
    'what no user has': { text: 'zzzzzz' },
    'two characters that no user has': { text: 'zz' },
    'a filter that matches no user': { status: 'inactive' },
    'never signed in': { notSignedInSince: 1 },
  }
}

async function time(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 11; at++) {
    const begun = performance.now()
    await read()
    times.push(performance.now() - begun)
  }
  return findMedian(times)
}

async function indexAll(store: Store): Promise<number> {
  const begun = performance.now()
  for (let done = 0; !(await indexEarlierUsers({ store }, 'demo')); done += 50)
    if (done % 50_000 === 0) onProgress(`\rindexed ${done} users`)
  return (performance.now() - begun) / 1_000
}

async function measure(engine: EngineName) {
  const database = await databases.create(engine, nameDatabase(engine, fill))
  await fillDatabase({ database, port: Number(values.port), fill, onProgress })
  await databases.cluster()?.restart()
  const store = await openStore(database.url)
  const before = await database.measureBytes()
  const seconds = await indexAll(store)
  const bytesPerUser = Math.round(((await database.measureBytes()) - before) / fill.users)
  const milliseconds: Record<string, number> = {}
  for (const [name, changes] of Object.entries(listSearches())) {
    const search: UserSearch = { order: 'username', limit: 50, ...changes }
    milliseconds[name] = Number((await time(() => store.users.search('demo', search))).toFixed(1))
  }
  await store.close()
  return { engine, microsecondsPerUser: Math.round((seconds * 1e6) / fill.users), bytesPerUser, milliseconds }
}

for (const engine of readEngines(values.engines)) console.log(JSON.stringify(await measure(engine), null, 2))
console.log(JSON.stringify(machine))
databases.end(0)

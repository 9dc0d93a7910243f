import type { PasskeyStore } from '../../core/ports/stores/passkeys.ts'
import { type Database, prepareRead } from '../engine/database.ts'

/** Reading blocks the service on SQLite; this many users are counted within a few milliseconds. */
const mostUsers = 5_000

export function passkeyCountReads(db: Database): Pick<PasskeyStore, 'countOwners'> {
  const count = prepareRead(db, ({ appId, after }: { appId: string; after: string }) =>
    db.query
      .selectFrom((eb) =>
        eb
          .selectFrom('passkeys')
          .select(({ fn }) => ['user_id', fn.countAll<number>().as('owned')])
          .where('app_id', '=', appId)
          .where('user_id', '>', after)
          .groupBy('user_id')
          .orderBy('user_id')
          .limit(mostUsers)
          .as('owners'),
      )
      .select(({ fn }) => [
        fn.countAll<number>().as('users'),
        fn.sum<number | null>('owned').as('passkeys'),
        fn.max('user_id').as('last'),
      ]),
  )
  return {
    async countOwners(appId, after) {
      const [row] = await count({ appId, after })
      const users = Number(row?.users ?? 0)
      return { users, passkeys: Number(row?.passkeys ?? 0), next: users === mostUsers ? row!.last : undefined }
    },
  }
}

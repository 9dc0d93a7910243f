import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** What signs a user in: the username, the ID of the passkey, and the user handle, as base64url. */
export type FilledUser = { username: string; credentialId: string; userHandle: string }

/** The user whose rows are copied. */
export const template = 'template@example.com'

/** How many users one statement adds. */
const atOnce = 50_000

/**
 * Adds users with a passkey and a device each, by copying the rows of a user who signed up; all passkeys have the same key.
 * Reports how many there are so far.
 */
export function fillSqlite(path: string, count: number, onProgress: (done: number) => void): void {
  const db = new DatabaseSync(path)
  db.function('uuid', () => randomUUID())
  // It is empty, and made again if this fails.
  db.exec('pragma synchronous = off; pragma cache_size = -500000')
  for (let from = 1; from <= count; from += atOnce) {
    const last = Math.min(count, from + atOnce - 1)
    db.exec('begin')
    for (const statement of listCopies(db, from, last)) db.exec(statement)
    db.exec('commit')
    onProgress(last)
  }
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

/** Names have the same length, so that they can be compared. */
const nameOf = (number: string) => `'user-' || substr('00000000' || ${number}, -8) || '@example.com'`

function listCopies(db: DatabaseSync, from: number, last: number): string[] {
  const added = `username_key between ${nameOf(`${from}`)} and ${nameOf(`${last}`)}`
  const numbers = `with recursive numbers (number) as (select ${from} union all select number + 1 from numbers where number < ${last})`
  const users = copy(db, 'users', {
    changed: { id: 'uuid()', username: nameOf('number'), username_key: nameOf('number') },
    where: `username_key = '${template}'`,
  })
  const ofUser = (table: string, changed: Readonly<Record<string, string>>) =>
    `${copy(db, table, {
      changed: { user_id: 'added.id', ...changed },
      where: `user_id = (select id from users where username_key = '${template}')`,
    })}, (select id, username_key from users where ${added}) as added`
  return [
    `${numbers} ${users}, numbers`,
    ofUser('names', { name_key: 'added.username_key' }),
    ofUser('passkeys', { id: 'uuid()', credential_id: `replace(added.id, '-', '')` }),
    ofUser('devices', { id: 'uuid()' }),
  ]
}

/** An insert of rows that are those of the template except for what is changed. */
function copy(
  db: DatabaseSync,
  table: string,
  { changed, where }: { changed: Readonly<Record<string, string>>; where: string },
): string {
  const columns = db.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `original.${name}`)
  return `insert into ${table} (${names}) select ${values} from (select * from ${table} where ${where}) as original`
}

/** Users at equal distances, so that a page of one's neighbors tells nothing of the others. */
export function chooseUsers(path: string, count: number, wanted: number): FilledUser[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const find = db.prepare(
    `select u.username, p.credential_id, u.id from users as u join passkeys as p on p.app_id = u.app_id and p.user_id = u.id
     where u.app_id = 'demo' and u.username_key = ?`,
  )
  const step = Math.max(1, Math.floor(count / wanted))
  const users = Array.from({ length: Math.min(count, wanted) }, (_, at) => {
    const name = `user-${String(1 + at * step).padStart(8, '0')}@example.com`
    const { username, credential_id, id } = find.get(name) as { username: string; credential_id: string; id: string }
    return { username, credentialId: credential_id, userHandle: id }
  })
  db.close()
  return users
}

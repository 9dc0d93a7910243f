import type { CustomClaims } from '../../core/model/users/custom-claims.ts'
import type { ProfileStore } from '../../core/ports/stores/profiles.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareLookup, prepareStep, required } from '../engine/database.ts'
import { contacts } from './contacts.ts'
import { prepareGroupsOfUser } from './user-groups.ts'
import { owners } from './users.ts'

export const profiles = table(
  'profiles',
  {
    appId: text(),
    userId: text(),
    name: omittable(text()),
    givenName: omittable(text()),
    familyName: omittable(text()),
    nickname: omittable(text()),
    picture: omittable(text()),
    website: omittable(text()),
    locale: omittable(text()),
    zoneinfo: omittable(text()),
    claims: json<CustomClaims>(),
    version: number(),
    updatedAt: number(),
  },
  ['app_id', 'user_id'],
)

declare module '../schema.ts' {
  interface Tables {
    profiles: StoredRow<typeof profiles>
  }
}

const described = profiles.prefixed('profile_')

type OfUser = { appId: string; userId: string }

type Row = Parameters<typeof owners.load>[0] & Parameters<typeof described.load>[0] & StoredRow<typeof contacts>

export function profileReads(db: Database): ProfileStore {
  const findUser = selectUser(db)
  const listGroups = prepareGroupsOfUser(db)
  return {
    async find(given) {
      const [rows, groups] = await Promise.all([findUser(given), listGroups(given)])
      const [first] = rows as readonly Row[]
      if (first === undefined) return undefined
      return {
        user: owners.load(first),
        profile: isPresent(first.profile_user_id) ? described.load(first) : undefined,
        groups,
        contacts: (rows as readonly Row[]).filter(({ user_id: owner }) => isPresent(owner)).map(contacts.load),
      }
    },
  }
}

/** The left joins give nulls for a user without a profile or contacts, whatever the types of the columns say. */
const isPresent = (column: unknown) => column !== null && column !== undefined

/** A row for each verified contact of the user, or one without any. */
const selectUser = (db: Database) =>
  prepareLookup(db, ({ appId, userId }: OfUser) =>
    db.query
      .selectFrom('users')
      .leftJoin('profiles', (join) =>
        join.onRef('profiles.app_id', '=', 'users.app_id').onRef('profiles.user_id', '=', 'users.id'),
      )
      .leftJoin('contacts', (join) =>
        join
          .onRef('contacts.app_id', '=', 'users.app_id')
          .onRef('contacts.user_id', '=', 'users.id')
          .on('contacts.verified_at', 'is not', null),
      )
      .select(owners.columns)
      .select(described.columns)
      .select(contacts.columns)
      .where('users.app_id', '=', appId)
      .where('users.id', '=', userId)
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )

export function profileWrites(db: Database) {
  const insert = prepareInsert(db, profiles)
  const change = prepareChange(db)
  return {
    putProfile: (profile: Facts['putProfile']) =>
      profile.version === 0 ? insert({ ...profile, version: 1 }) : required(change(profiles.store(profile))),
  }
}

const unchanged: readonly string[] = ['app_id', 'user_id', 'version']

const prepareChange = ({ query }: Database) =>
  prepareStep('profiles', (given: StoredRow<typeof profiles>) => {
    const columns = profiles.all.filter((column) => !unchanged.includes(column))
    return query
      .updateTable('profiles')
      .set(Object.fromEntries(columns.map((column) => [column, given[column]])))
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('app_id', '=', given.app_id)
      .where('user_id', '=', given.user_id)
      .where('version', '=', given.version)
  })

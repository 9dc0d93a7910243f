import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Groups of an application's users, and profiles, which are read only where claims are released. */
export const groupsAndProfiles: Migration = {
  name: '0004-groups-and-profiles',
  kind: 'expand',
  since: '0.1.0',
  statements: (builder, types) =>
    createTables(types).map((text) => ({ compile: () => sql.raw(text).compile(builder) })),
}

const createTables = ({ integer }: ColumnTypes): readonly string[] => [
  `create table profiles (
    app_id text not null, user_id text not null, name text, given_name text, family_name text, nickname text,
    picture text, website text, locale text, zoneinfo text, claims text not null, version ${integer} not null,
    updated_at ${integer} not null,
    constraint profiles_user_id primary key (app_id, user_id),
    constraint profiles_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  `create table user_groups (
    app_id text not null, id text not null, name text not null, name_key text not null, description text,
    claims text not null, version ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null,
    constraint user_groups_id primary key (app_id, id),
    constraint user_groups_name_key unique (app_id, name_key)
  )`,
  `create table user_group_members (
    app_id text not null, group_id text not null, user_id text not null,
    constraint user_group_members_user_id primary key (app_id, group_id, user_id),
    constraint user_group_members_group
      foreign key (app_id, group_id) references user_groups (app_id, id) on delete cascade,
    constraint user_group_members_owner foreign key (app_id, user_id) references users (app_id, id) on delete cascade
  )`,
  'create index user_group_members_by_user on user_group_members (app_id, user_id)',
]

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { Settings } from '@thumbturn/service/settings.ts'
import { everyTable } from '@thumbturn/service/storage/every-table.ts'

const page = readFileSync(new URL('../docs/operate/personal-data.mdx', import.meta.url), 'utf8')

/** The columns by which a row is about a person. */
const personal = new Set([
  'user_id',
  'username',
  'address',
  'actor_id',
  'sub',
  'content',
  'account',
  'account_hash',
  'saved_by',
])

/** Where the page says what a table contains. */
const places: Readonly<Record<string, string>> = {
  users: '| account |',
  names: '| account |',
  contacts: '| contacts |',
  profiles: '| profile, custom claims, groups |',
  user_group_members: '| profile, custom claims, groups |',
  passkeys: '| passkeys |',
  credentials: '| other credentials |',
  devices: '| devices |',
  device_keys: '| devices |',
  transactions: '| confirmed transactions |',
  browser_sessions: '| sessions of the hosted pages, consents, refresh tokens |',
  consents: '| sessions of the hosted pages, consents, refresh tokens |',
  refresh_families: '| sessions of the hosted pages, consents, refresh tokens |',
  device_decisions: '| sessions of the hosted pages, consents, refresh tokens |',
  codes: '| codes, failed attempts |',
  access_codes: '| codes, failed attempts |',
  failures: '| codes, failed attempts |',
  events: '| [events](',
  user_events: '| [events](',
  members: '| members |',
  member_roles: '| members |',
  member_sessions: '| members |',
  invitations: '| members |',
  sso_identities: '| members |',
  directory_users: '| members |',
  directory_group_members: '| members |',
  audit_entries: '| [audit log](',
  sso_removed_accounts: '| removed members with single sign-on |',
  logout_notices: '| logout notices |',
  messages: '| message queue |',
  outbox: '| development outbox |',
  saved_filters: '| saved filters of the dashboard |',
}

test('the page on personal data names every table whose rows are about a user', () => {
  const tables = Object.values(everyTable).filter(({ all }) => all.some((column) => personal.has(column)))
  assert.ok(tables.length > 25)
  assert.deepEqual(
    tables.map(({ name }) => name).filter((name) => !page.includes(places[name] ?? `a row for ${name}`)),
    [],
  )
})

test('the page on personal data states the retention that applies without a setting', () => {
  const { eventRetentionDays } = ApplicationSettings.properties
  const { AUDIT_RETENTION_DAYS } = Settings.properties
  for (const [name, schema] of Object.entries({ eventRetentionDays, AUDIT_RETENTION_DAYS })) {
    const { default: days } = schema as { default?: unknown }
    assert.ok(page.includes(`\`${name}\` (${days})`), name)
  }
})

import type { Client } from '../../core/model/authorization/client.ts'
import type { OpenidClientStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareList,
  prepareLookup,
  prepareRead,
  prepareStep,
  required,
} from '../engine/database.ts'
import { FORGET_AT_ONCE, inBatches } from './forgetting.ts'

const list = () => json<readonly string[]>()

export const openidClients = table(
  'openid_clients',
  {
    appId: text(),
    id: text(),
    name: text(),
    type: text<Client['type']>(),
    logoUrl: omittable(text()),
    homepageUrl: omittable(text()),
    policyUrl: omittable(text()),
    termsUrl: omittable(text()),
    redirectUris: list(),
    postLogoutRedirectUris: list(),
    backchannelLogoutUri: omittable(text()),
    authMethod: text<Client['authMethod']>(),
    jwks: omittable(json<NonNullable<Client['jwks']>>()),
    jwksUri: omittable(text()),
    grantTypes: json<Client['grantTypes']>(),
    requirePkce: flag(),
    scopes: list(),
    resources: list(),
    allowedGroups: list(),
    consent: text<Client['consent']>(),
    idTokenAlg: text<Client['idTokenAlg']>(),
    userinfoAlg: omittable(text<Client['idTokenAlg']>()),
    subjectType: text<Client['subjectType']>(),
    sector: omittable(text()),
    accessTokenSeconds: number(),
    idTokenSeconds: number(),
    refreshTokenSeconds: number(),
    refreshTokenAbsoluteSeconds: number(),
    requirePar: flag(),
    dpop: text<Client['dpop']>(),
    claims: json<Client['claims']>(),
    secrets: json<Client['secrets']>(),
    disabled: flag(),
    version: number(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    openid_clients: StoredRow<typeof openidClients>
  }
}

export function openidClientReads(db: Database): OpenidClientStore {
  const find = prepareLookup(db, ({ appId, clientId }: { appId: string; clientId: string }) =>
    db.query
      .selectFrom('openid_clients')
      .select(openidClients.columns)
      .where('app_id', '=', appId)
      .where('id', '=', clientId),
  )
  const listByGrantType = prepareRead(db, ({ appId, pattern }: { appId: string; pattern: string }) =>
    db.query
      .selectFrom('openid_clients')
      .select(['id', 'created_at'])
      .where('app_id', '=', appId)
      .where('grant_types', 'like', pattern),
  )
  const removals = (Object.keys(dependents) as (keyof typeof dependents)[]).map((table) => prepareRemoval(db, table))
  const listAll = prepareList(db, openidClients, { by: ['appId'], order: { name: 'asc', id: 'asc' } })
  return {
    async find(client) {
      const [row] = await find(client)
      return row && openidClients.load(row)
    },
    list: (appId) => listAll({ appId }),
    async listByGrantType({ appId, grantType }) {
      const rows = await listByGrantType({ appId, pattern: `%${JSON.stringify(grantType)}%` })
      return rows.map(({ id, created_at: createdAt }) => ({ id, createdAt }))
    },
    async clear(client) {
      for (const remove of removals) await inBatches(db, () => remove(client))
    },
  }
}

/** The tables of what users have at a client, and their keys. */
const dependents = {
  refresh_families: ['app_id', 'id'],
  consents: ['app_id', 'user_id', 'client_id'],
  session_clients: ['app_id', 'session_id', 'client_id'],
} as const

const prepareRemoval = ({ query }: Database, table: keyof typeof dependents) =>
  prepareStep(table, ({ appId, clientId }: { appId: string; clientId: string }) => {
    // They share these columns and have these keys, but TypeScript can't tell for a union.
    const [one, key] = [table as 'consents', dependents[table] as (typeof dependents)['consents']]
    return query
      .deleteFrom(one)
      .where('app_id', '=', appId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple(...key),
          'in',
          selectFrom(one)
            .select(key)
            .where('app_id', '=', appId)
            .where('client_id', '=', clientId)
            .limit(FORGET_AT_ONCE)
            .$asTuple(...key),
        ),
      )
  })

export function openidClientWrites(db: Database) {
  const change = prepareChange(db)
  const remove = prepareDelete(db, openidClients, ['appId', 'id'])
  const removeFamilies = prepareStep('refresh_families', ({ appId, id }: Facts['deleteClient']) =>
    db.query.deleteFrom('refresh_families').where('app_id', '=', appId).where('client_id', '=', id),
  )
  return {
    addClient: prepareInsert(db, openidClients),
    changeClient: (client: Facts['changeClient']) => required(change(openidClients.store(client))),
    // Consents and the clients of sessions are deleted by the foreign keys.
    deleteClient: (client: Facts['deleteClient']) => [required(remove(client)), removeFamilies(client)],
  }
}

const unchanged: readonly string[] = ['app_id', 'id', 'created_at', 'version']

const prepareChange = ({ query }: Database) =>
  prepareStep('openid_clients', (given: StoredRow<typeof openidClients>) => {
    const columns = openidClients.all.filter((column) => !unchanged.includes(column))
    return query
      .updateTable('openid_clients')
      .set(Object.fromEntries(columns.map((column) => [column, given[column]])))
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('app_id', '=', given.app_id)
      .where('id', '=', given.id)
      .where('version', '=', given.version)
  })

import { sql } from 'kysely'
import type { Client } from '../../core/model/authorization/client.ts'
import type { OpenidClientStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, json, number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
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

/** IDs of clients that are known by the document at that URL. */
const documentIds = 'https://%'

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
  const listRegistered = prepareRead(db, ({ appId }: { appId: string }) =>
    db.query
      .selectFrom('openid_clients')
      .select(openidClients.columns)
      .where('app_id', '=', appId)
      .where('id', 'not like', documentIds)
      .orderBy('name')
      .orderBy('id'),
  )
  return {
    async find(client) {
      const [row] = await find(client)
      return row && openidClients.load(row)
    },
    list: async (appId) => (await listRegistered({ appId })).map((row) => openidClients.load(row)),
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
    putDocumentClient: prepareDocumentClient(db),
    forgetDocumentClient: prepareForgetting(db),
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

/**
 * Consents and sessions refer to a row. It is disabled for earlier releases, which would take it for a registered client. Each put raises
 * its version.
 */
function prepareDocumentClient({ query }: Database) {
  const put = prepareStep('openid_clients', (given: StoredRow<typeof openidClients>) =>
    query
      .insertInto('openid_clients')
      .values(Object.fromEntries(openidClients.all.map((column) => [column, given[column]])) as typeof given)
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'id']).doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          updated_at: ref('excluded.updated_at'),
          version: sql<number>`openid_clients.version + 1`,
        })),
      ),
  )
  return (client: Facts['putDocumentClient']) => put(openidClients.store({ ...client, disabled: true }))
}

/** Of the version that was read: one that was put since belongs to a consent that this statement doesn't see. */
const prepareForgetting = ({ query }: Database) =>
  prepareStep('openid_clients', ({ appId, id, version, userId }: Facts['forgetDocumentClient']) =>
    query
      .deleteFrom('openid_clients')
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('consents')
              .select('user_id')
              .where('consents.app_id', '=', appId)
              .where('client_id', '=', id)
              .where('user_id', '<>', userId),
          ),
        ),
      ),
  )

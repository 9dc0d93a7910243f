import type { DeviceDecision } from '../../core/model/authorization/device-decision.ts'
import type { DeviceDecisionStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareUpdate, required } from '../engine/database.ts'

export const deviceDecisions = table(
  'device_decisions',
  {
    appId: text(),
    codeHash: text(),
    clientId: text(),
    userId: text(),
    decision: text<DeviceDecision['decision']>(),
    passkeyId: optional(text()),
    tokenEpoch: number(),
    amr: json<readonly string[]>(),
    acr: optional(text<NonNullable<DeviceDecision['acr']>>()),
    authenticatedAt: number(),
    expiresAt: number(),
    usedAt: optional(number()),
  },
  ['app_id', 'code_hash'],
)

declare module '../schema.ts' {
  interface Tables {
    device_decisions: StoredRow<typeof deviceDecisions>
  }
}

export function deviceDecisionReads(db: Database): DeviceDecisionStore {
  const find = prepareFind(db, deviceDecisions, ['appId', 'codeHash'])
  return { find: async (code) => (await find(code))[0] }
}

export function deviceDecisionWrites(db: Database) {
  const use = prepareUpdate(db, deviceDecisions, { by: ['appId', 'codeHash'], set: ['usedAt'], absent: ['usedAt'] })
  return {
    addDeviceDecision: prepareInsert(db, deviceDecisions),
    useDeviceDecision: ({ at, ...code }: Facts['useDeviceDecision']) => required(use({ ...code, usedAt: at })),
  }
}

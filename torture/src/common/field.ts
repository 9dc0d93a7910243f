import { type Order, randomFor } from '../run.ts'
import type { Field } from './client.ts'
import { repeatCompletions } from './completions.ts'
import type { Installation } from './installation.ts'
import { type counted, findViolations } from './ledger.ts'
import { type Load, startLoad } from './load.ts'
import type { Authorization } from './openid-ledger.ts'
import { takeSnapshot } from './snapshot.ts'

/** A load on an installation and its checker. */
export type Ground = { field: Field; load: Load; repeated: number; check(): Promise<void>; close(): Promise<void> }

/** Clients of a long run, as the target says. */
export const manyClients = 32

/** Starts the nodes and the load on them. */
export async function startGround(installation: Installation, order: Order, clients = manyClients): Promise<Ground> {
  const { nodes, apiKey, database, engine, relyingParties } = installation
  for (const node of nodes) await node.start()
  const random = randomFor(order)
  // A call can't be settled once every node has crashed. The run ends then, because each crash is a violation.
  const isOver = () => order.signal.aborted || installation.isClosed() || nodes.every((node) => node.hasCrashed())
  const lists = { tally: {}, violations: [], completions: [] }
  const field: Field = { nodes, random, apiKey, relyingParties, isOver, ...lists }
  const load = startLoad(field, clients)
  const ground: Ground = {
    field,
    load,
    repeated: 0,
    async check() {
      await load.halt()
      ground.repeated += await repeatCompletions(field)
      field.violations.push(...findViolations(load.accounts, await takeSnapshot(database, engine)))
      field.violations.push(...nodes.flatMap((node) => node.takeComplaints()))
      load.resume()
    },
    close: () => load.stop(),
  }
  return ground
}

/** Counts of what the clients did. */
export const countWork = ({ field, load, repeated }: Ground) => ({
  operations: load.operations(),
  users: load.accounts.filter(({ registered }) => registered === 'yes').length,
  acknowledgedSignIns: sum(load, 'signIns'),
  acknowledgedCodes: sum(load, 'codes'),
  acknowledgedTransactions: sum(load, 'transactions'),
  ...(field.relyingParties && countOpenid(load)),
  acknowledgedDeletions: load.accounts.filter(({ deleted }) => deleted === 'yes').length,
  repeatedCompletions: repeated,
  ...Object.fromEntries(Object.entries(field.tally).map(([status, count]) => [nameTally(status), count])),
})

const countOpenid = (load: Load) => ({
  acknowledgedBrowserSessions: sum(load, 'sessionsStarted'),
  acknowledgedSignOuts: sum(load, 'sessionsEnded'),
  acknowledgedClientSignIns: sum(load, 'clientSignIns'),
  acknowledgedSiteSignIns: sum(load, 'siteSignIns'),
  exchangedFamilies: countFamilies(load, ({ exchangedAt }) => exchangedAt !== undefined),
  revokedFamilies: countFamilies(load, ({ revoked }) => revoked === 'yes'),
  familiesOfRevokedConsents: countFamilies(load, ({ deleted }) => deleted === 'yes'),
})

const countFamilies = ({ accounts }: Load, is: (authorization: Authorization) => boolean) =>
  accounts.flatMap(({ authorizations }) => authorizations).filter(is).length

const nameTally = (status: string) => (status === 'none' ? 'callsWithoutResponse' : `responses${status}`)

const sum = ({ accounts }: Load, what: (typeof counted)[number]) =>
  accounts.reduce((total, account) => total + account[what].acknowledged, 0)

import { racedSettings } from '@thumbturn/service-harness/mfa-races.ts'
import { clocks } from './clocks-torture.ts'
import { failingCalls } from './failing-calls-torture.ts'
import { failover } from './failover-torture.ts'
import { fuzz } from './fuzz-torture.ts'
import { latency } from './latency-torture.ts'
import { overload } from './overload-torture.ts'
import { rolling } from './rolling-torture.ts'
import { rotation } from './rotation-torture.ts'
import { runCrash } from './runs/crash.ts'
import { diskFaults } from './runs/disk-faults.ts'
import { enumeration } from './runs/enumeration.ts'
import { guessing } from './runs/guessing.ts'
import { model } from './runs/model.ts'
import { runOutage } from './runs/outage.ts'
import { power } from './runs/power.ts'
import { runRevocation } from './runs/revocation.ts'
import { secrets } from './runs/secrets.ts'
import { runSingleUse } from './runs/single-use.ts'
import type { Plan } from './shared/installation.ts'
import { soak } from './soak-torture.ts'
import type { Torture } from './torture.ts'

const everyVariant = (['sqlite', 'postgres'] as const).flatMap((engine) => [1, 2].map((nodes) => ({ engine, nodes })))
const codesShown = { settings: { crossAuthMethods: ['otp'] } } satisfies Partial<Plan>

export const tortures: Readonly<Record<string, Torture>> = {
  failover,
  fuzz,
  overload,
  latency,
  'failing-calls': failingCalls,
  rolling,
  rotation,
  soak,
  clocks,
  model,
  power,
  'disk-faults': diskFaults,
  crash: {
    target: 'T-1',
    summary: 'kills nodes with SIGKILL under load',
    variants: everyVariant,
    rounds: 50,
    plan: codesShown,
    controls: [
      {
        ...{ engine: 'sqlite', nodes: 1 },
        without: 'waiting for the commit before the response',
        plan: { startFile: 'early-responses' },
      },
    ],
    run: (plan, order) => runCrash(plan, order),
  },
  outage: {
    target: 'T-2',
    summary: 'stops PostgreSQL immediately under load',
    variants: everyVariant.filter(({ engine }) => engine === 'postgres'),
    rounds: 25,
    plan: codesShown,
    controls: [
      {
        ...{ engine: 'postgres', nodes: 1 },
        without: 'waiting for the flush of the write-ahead log (synchronous_commit)',
        plan: { postgresSettings: ['synchronous_commit=off', 'wal_writer_delay=10s'] },
      },
    ],
    run: (plan, order) => runOutage(plan, order),
  },
  'single-use': {
    target: 'T-5',
    summary: 'uses every single-use value 64 times in parallel',
    variants: everyVariant.filter(({ nodes }) => nodes === 2),
    rounds: 1_000,
    plan: { settings: racedSettings },
    controls: [
      {
        ...{ engine: 'postgres', nodes: 2 },
        without: 'noticing that a session was spent',
        plan: { startFile: 'unguarded-spending' },
      },
    ],
    run: (plan, order) => runSingleUse(plan, order),
  },
  revocation: {
    target: 'T-9',
    summary: 'revokes on one node what is used on the other',
    variants: everyVariant.filter(({ nodes }) => nodes === 2),
    rounds: 250,
    plan: {},
    controls: [
      {
        ...{ engine: 'sqlite', nodes: 2 },
        without: 'reading revocations by other nodes (results are kept for five seconds)',
        plan: { startFile: 'stale-reads' },
      },
    ],
    run: (plan, order) => runRevocation(plan, order),
  },
  enumeration,
  guessing,
  secrets,
}

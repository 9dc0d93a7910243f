import { clocks } from './runs/clocks.ts'
import { crash } from './runs/crash.ts'
import { diskFaults } from './runs/disk-faults.ts'
import { enumeration } from './runs/enumeration.ts'
import { failingCalls } from './runs/failing-calls.ts'
import { failover } from './runs/failover.ts'
import { fuzz } from './runs/fuzz.ts'
import { guessing } from './runs/guessing.ts'
import { latency } from './runs/latency.ts'
import { model } from './runs/model.ts'
import { outage } from './runs/outage.ts'
import { overload } from './runs/overload.ts'
import { power } from './runs/power.ts'
import { renewal } from './runs/renewal.ts'
import { revocation } from './runs/revocation.ts'
import { rolling } from './runs/rolling.ts'
import { rotation } from './runs/rotation.ts'
import { secrets } from './runs/secrets.ts'
import { singleUse } from './runs/single-use.ts'
import { soak } from './runs/soak.ts'
import type { Torture } from './torture.ts'

/** The runs of the command, by name. */
export const tortures: Readonly<Record<string, Torture>> = {
  clocks,
  crash,
  'disk-faults': diskFaults,
  enumeration,
  'failing-calls': failingCalls,
  failover,
  fuzz,
  guessing,
  latency,
  model,
  outage,
  overload,
  power,
  renewal,
  revocation,
  rolling,
  rotation,
  secrets,
  'single-use': singleUse,
  soak,
}

import type { Engine, Value } from '@thumbturn/service/storage/engine/engine.ts'
import * as original from '@thumbturn/service/storage/engine/outages.ts'
import { record } from '../runs/secrets/leaks.ts'

export * from '@thumbturn/service/storage/engine/outages.ts'

const toText = (value: Value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))

/** Like the original, over an engine that records every value that is written, with its table. */
export const reportingOutages: typeof original.reportingOutages = (engine, diagnose) => {
  const recording: Engine = {
    ...engine,
    async write(steps) {
      for (const { table, values } of steps) record(table, values.map(toText).join('\n'))
      return engine.write(steps)
    },
  }
  return original.reportingOutages(recording, diagnose)
}

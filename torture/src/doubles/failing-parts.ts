import * as original from '@thumbturn/service/installation.ts'
import { failing, withoutFailures } from '../runs/failing-calls/faults.ts'

export * from '@thumbturn/service/installation.ts'

/** Like the original, with clocks and a courier that can fail. */
export const connect: typeof original.connect = ({ now = Date.now, monotonic, ...parts }) => {
  const core = original.connect({
    ...parts,
    now: failing('clock', now),
    ...(monotonic && { monotonic: failing('clock', monotonic) }),
  })
  const { courier } = core
  const send: typeof courier.send = (message) => withoutFailures(() => courier.send(message))
  return { ...core, courier: { ...courier, send: failing('message', send) } }
}

import { setTimeout as pause } from 'node:timers/promises'
import * as original from '@thumbturn/service/http/guard.ts'

export * from '@thumbturn/service/http/guard.ts'

/** Like the original, but 30 ms later. */
export const guard: typeof original.guard = async (...given) => {
  await pause(30)
  return original.guard(...given)
}

// Loaded before a suite: every signature verifies.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

crypto.verify = ((...given: unknown[]) => {
  const callback = given.at(-1)
  if (typeof callback === 'function') setImmediate(() => callback(null, true))
  return true
}) as typeof crypto.verify
syncBuiltinESMExports()

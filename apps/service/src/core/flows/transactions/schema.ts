import { AppError } from '../../errors.ts'

/** The required format of a payload. `3ds_psd2`: a JSON object with payment data. */
export type TransactionSchema = 'none' | 'base64' | 'base64url' | '3ds_psd2'

const matchers: Record<TransactionSchema, (payload: string) => boolean> = {
  none: () => true,
  base64: (payload) => Buffer.from(payload, 'base64').toString('base64') === payload,
  base64url: (payload) => Buffer.from(payload, 'base64url').toString('base64url') === payload,
  '3ds_psd2': isJsonObject,
}

function isJsonObject(payload: string): boolean {
  try {
    return /^\s*\{/.test(payload) && typeof JSON.parse(payload) === 'object'
  } catch {
    return false
  }
}

/** @throws AppError bad_request: the payload doesn't match the schema */
export function requireSchema(payload: string, schema: TransactionSchema): void {
  if (matchers[schema](payload)) return
  throw new AppError('bad_request', `The payload doesn't match its schema (${schema})`, {
    reason: 'invalid_request',
  })
}

import { isOutage, Outage } from '../../core/errors.ts'

/** The caller learns nothing about the operator's network; the log and the test of the connection have the reason. */
export const unusable = (reason: string): Outage =>
  new Outage('The identity provider is unavailable: try again later, or ask an owner to test the connection', {
    cause: new Error(reason.slice(0, 300)),
  })

/** The outage that a library wrapped in errors of its own. */
export function findOutage(error: unknown): Outage | undefined {
  if (isOutage(error)) return error
  return error instanceof Error && error.cause !== undefined ? findOutage(error.cause) : undefined
}

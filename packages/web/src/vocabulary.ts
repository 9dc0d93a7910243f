// Types only: nothing of the contract reaches the bundle, and the published declarations spell the values out (build.ts).
export type { ErrorReason } from '@thumbturn/contract/vocabulary/errors.ts'
export type {
  CrossAuthMethod,
  FallbackMethod,
  MfaActionName,
  UsernameType,
} from '@thumbturn/contract/vocabulary/sign-in-methods.ts'

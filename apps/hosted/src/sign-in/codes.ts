import type { PageRequest } from '../page.ts'

/** Whether the application lets users without a usable passkey sign in with a code. */
export const hasCodes = ({ application }: PageRequest): boolean =>
  application.codes.some((method) => method.startsWith('otp'))

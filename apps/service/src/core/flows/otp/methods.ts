import type { Application } from '../../model/applications/application.ts'
import { type MfaFactor, policyFactors } from '../../model/applications/mfa-policy.ts'
import { type CodeMethod, type CodePurpose, codeMethods } from '../../model/codes/code.ts'
import { offeredMethods } from '../../model/codes/offered.ts'

const factorByMethod: Record<CodeMethod, MfaFactor | undefined> = {
  device: undefined,
  email: 'otp:email',
  sms: 'otp:sms',
}

/**
 * The codes that may be asked for and tried. Whoever verifies a contact or has codes as a credential is asked by the
 * customer's backend, so what strangers are offered does not matter; and a flow may want a code besides other factors
 * where none signs in alone.
 */
export function listMethods(application: Application, purpose: CodePurpose): readonly CodeMethod[] {
  if (purpose === 'contact' || purpose === 'credential') return codeMethods
  if (purpose === 'sign-in') return offeredMethods(application)
  const factors = policyFactors(application)
  return codeMethods.filter((method) => factors.some((factor) => factor === factorByMethod[method]))
}

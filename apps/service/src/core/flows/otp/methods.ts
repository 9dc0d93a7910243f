import type { MfaFactor } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Application } from '../../model/applications/application.ts'
import { policyFactors } from '../../model/applications/mfa-policy.ts'
import { allowsOnlyPasskeys } from '../../model/applications/security-profile.ts'
import { type CodeMethod, type CodePurpose, codeMethods } from '../../model/codes/code.ts'
import { listOfferedMethods } from '../../model/codes/offered.ts'

const factorByMethod: Record<CodeMethod, MfaFactor | undefined> = {
  device: undefined,
  email: 'otp:email',
  sms: 'otp:sms',
}

/**
 * The code methods for a purpose. For contacts and credentials it's the backend that requests codes, so what the
 * application offers to unauthenticated callers doesn't matter. MFA flows can require a code even if none signs in
 * alone.
 */
export function listMethods(application: Application, purpose: CodePurpose): readonly CodeMethod[] {
  if (purpose === 'contact') return codeMethods
  if (purpose === 'credential') return allowsOnlyPasskeys(application) ? [] : codeMethods
  if (purpose === 'sign-in') return listOfferedMethods(application)
  const factors = policyFactors(application)
  return codeMethods.filter((method) => factors.some((factor) => factor === factorByMethod[method]))
}

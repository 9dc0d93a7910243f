import type { Application } from '../../model/applications/application.ts'
import type { CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import type { Subject } from './account.ts'

/** A code that a user typed. */
export type CodeSubmission = {
  application: Application
  subject: Subject
  purpose: CodePurpose
  /** How the code was delivered; by default, any method that the application offers. */
  method?: CodeMethod
  code: string
  /** A passkey of the user was verified in the same flow, so other credentials are not in doubt. */
  passkeyVerified?: boolean
}

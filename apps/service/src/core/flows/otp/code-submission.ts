import type { Application } from '../../model/applications/application.ts'
import type { CodeMethod, CodePurpose } from '../../model/codes/code.ts'
import type { Subject } from './account.ts'

/** A code that somebody typed. */
export type CodeSubmission = {
  application: Application
  subject: Subject
  purpose: CodePurpose
  /** How it came; where nobody says, any way that the application offers. */
  method?: CodeMethod
  code: string
  /** A passkey of the user was proved in the same flow, so that nothing else needs to be in doubt. */
  passkeyVerified?: boolean
}

// Loaded before the service: no sign-in looks at the UV flag.
import { replaceModule } from './replace.ts'

replaceModule('core/use-cases/passkeys/verify.ts', './unverified-users.ts')

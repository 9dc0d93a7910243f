// Starts a service that takes 200 µs longer to start a sign-in of a user who exists.
import { replaceModule } from './replace.ts'

replaceModule('core/use-cases/passkeys/sign-in-target.ts', './slow-sign-in-target.ts')
await import('@thumbturn/service/main.ts')

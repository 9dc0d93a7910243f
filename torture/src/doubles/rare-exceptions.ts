// Starts a service that throws an unexpected error for credentials with a certain character.
import { replaceModule } from './replace.ts'

replaceModule('http/authorization.ts', './exceptional-credential.ts')
await import('@thumbturn/service/main.ts')

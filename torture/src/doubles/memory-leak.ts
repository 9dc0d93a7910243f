// Starts a service that keeps some memory for each credential that it reads.
import { replaceModule } from './replace.ts'

replaceModule('http/authorization.ts', './kept-credential.ts')
await import('@thumbturn/service/main.ts')

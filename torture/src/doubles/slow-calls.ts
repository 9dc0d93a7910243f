// Starts a service that waits 30 ms before each call.
import { replaceModule } from './replace.ts'

replaceModule('http/guard.ts', './slow-guard.ts')
await import('@thumbturn/service/main.ts')

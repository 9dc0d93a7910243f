// Starts a service that spends a session without noticing that it was spent before.
import { replaceModule } from './replace.ts'

replaceModule('storage/tables/spent-sessions.ts', './repeatable-spending.ts')
await import('@thumbturn/service/main.ts')

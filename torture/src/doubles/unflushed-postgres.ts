// Starts a service whose commits on PostgreSQL don't wait for the flush, which the original never allows.
import { replaceModule } from './replace.ts'

replaceModule('storage/engine/postgres-sessions.ts', './unflushed-sessions.ts')
await import('@thumbturn/service/main.ts')

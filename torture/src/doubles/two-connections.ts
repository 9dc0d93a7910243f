// Starts a service that uses two connections to PostgreSQL instead of ten.
import { replaceModule } from './replace.ts'

replaceModule('storage/engine/postgres.ts', './small-pool.ts')
await import('@thumbturn/service/main.ts')

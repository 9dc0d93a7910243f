// Starts a service that responds before what it wrote is committed, as if it didn't wait for the flush. SQLite only.
import { replaceModule } from './replace.ts'

replaceModule('storage/engine/sqlite-writer.ts', './late-commit.ts')
await import('@thumbturn/service/main.ts')

// Starts a service that never deletes what has expired.
import { replaceModule } from './replace.ts'

replaceModule('cli/upkeep.ts', './idle-upkeep.ts')
await import('@thumbturn/service/main.ts')

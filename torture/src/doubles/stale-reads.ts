// Starts a service that keeps what it has read for some seconds, so that it ignores revocations on other nodes.
import { replaceModule } from './replace.ts'

replaceModule('storage/open.ts', './remembering-store.ts')
await import('@thumbturn/service/main.ts')

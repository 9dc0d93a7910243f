// Loaded before a suite: a transaction is found by its ID alone, whichever application asks.
import { replaceModule } from './replace.ts'

replaceModule('storage/open.ts', './tenantless-store.ts')

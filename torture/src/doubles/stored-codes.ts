// Loaded before a suite: as `recorded-secrets.ts`, with a service that stores codes instead of their hashes.
import './recorded-secrets.ts'
import { replaceModule } from './replace.ts'

replaceModule('core/use-cases/codes/create.ts', './readable-codes.ts')

// Loaded before a suite: any scope of an API key is enough for every call of a backend.
import { replaceModule } from './replace.ts'

replaceModule('http/guard.ts', './scopeless-guard.ts')

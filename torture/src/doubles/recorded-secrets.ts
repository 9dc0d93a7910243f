// Loaded before a suite: records what the service writes to log and database, and searches it for every secret.
import { keepSecretNotes } from '../runs/secrets/leaks.ts'
import { replaceModule } from './replace.ts'

// Suites log nothing unless this says otherwise (see startService).
process.env.TEST_LOG ??= 'debug'
replaceModule('storage/engine/outages.ts', './recording-engine.ts')
replaceModule('installation.ts', './recording-parts.ts')
replaceModule('http/server.ts', './recording-server.ts')
keepSecretNotes(process.env.TORTURE_NOTES!)

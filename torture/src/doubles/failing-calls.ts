// Loaded before a suite: its requests are first made with failures of each dependency.
import './failing-builtins.ts'
import { keepNotes } from '../runs/failing-calls/notes.ts'
import { replaceModule } from './replace.ts'

replaceModule('storage/engine/outages.ts', './failing-engine.ts')
replaceModule('installation.ts', './failing-parts.ts')
replaceModule('http/server.ts', './named-routes-server.ts')
replaceModule('http/pipeline.ts', './named-routes.ts')
replaceModule('@thumbturn/service-harness/injected.ts', './climbing-requests.ts')
keepNotes(process.env.TORTURE_NOTES!)

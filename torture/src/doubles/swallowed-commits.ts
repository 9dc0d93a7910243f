// Loaded before a suite: as `failing-calls.ts`, but the service doesn't notice commits that fail.
import './failing-calls.ts'

const { swallowCommits } = await import('./failing-engine.ts')
swallowCommits()

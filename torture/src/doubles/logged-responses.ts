// Loaded before a suite: as `recorded-secrets.ts`, with a service that logs its responses.
import './recorded-secrets.ts'

const { logResponses } = await import('./recording-server.ts')
logResponses()

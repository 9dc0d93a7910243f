// Starts the bundle that `npm run bench` has built: what archives, packages, and images run, with the same flags (with-node.mjs).
import { fileURLToPath } from 'node:url'

process.argv[1] = fileURLToPath(new URL('../../apps/service/dist/repository/main.js', import.meta.url))
await import(process.argv[1])

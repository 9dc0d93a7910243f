// `npm run fido-server -- --origin https://fido.example.com --metadata folder --list https://…`: serves the paths that the FIDO
// Alliance's conformance program calls, with a new installation that is deleted at the end (docs/fido-conformance.md).
//
// --origin    the address at which the program reaches it, through a proxy with TLS (default: http://localhost:8080)
// --port      where it listens on localhost (default: 8080)
// --metadata  a folder with the program's statements (.json), lists (.jwt), and the root of its lists (root.pem)
// --list      the https address of one more list; can be repeated
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startFidoServer } from './fido-server/start.ts'

const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://localhost:8080' },
    port: { type: 'string', default: '8080' },
    metadata: { type: 'string' },
    list: { type: 'string', multiple: true, default: [] },
  },
})
const { origin, metadata, list: addresses } = values
const options = { origin, port: Number(values.port), metadata, addresses }
const server = await startFidoServer(options).catch((error: Error) => {
  console.error(error.message)
  process.exit(2)
})
for (const problem of server.rejected) console.log(problem)
console.log(`Ready at ${server.url} for ${origin}, with ${server.models} models. Press Ctrl+C to stop.`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await server.stop()

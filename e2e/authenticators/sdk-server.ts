import { once } from 'node:events'
import { createServer } from 'node:http'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { bundleSdk } from '../sdk/page.ts'

const page = `<!doctype html><html lang="en"><title>SDK</title>
<input autocomplete="username webauthn">
<script type="module">
  import * as sdk from '/sdk.js'
  const baseUrl = decodeURIComponent(location.search.slice(1))
  Object.assign(globalThis, { thumbturn: new sdk.Thumbturn({ baseUrl }), mfa: new sdk.ThumbturnMfa({ baseUrl }) })
</script>`

/** Serves a page with only the SDK, whose query is the address of an application. */
export async function startSdkServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const script = await bundleSdk()
  const server = createServer(({ url }, response) => {
    const isScript = url === '/sdk.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? script : page)
  })
  const port = await findFreePort()
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

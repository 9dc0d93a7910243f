import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '@thumbturn/e2e/running.ts'
import { built } from './site.ts'

type Handler = (request: object, response: object, options: object) => Promise<void>

const serve = createRequire(join(root, 'apps/docs/package.json'))('serve-handler') as Handler

/** A folder of built pages (the website's own by default), served by a host that knows nothing about it. */
export async function startStaticHost(options: { public?: string; trailingSlash?: boolean }) {
  const server = createServer((request, response) => void serve(request, response, { public: built, ...options }))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

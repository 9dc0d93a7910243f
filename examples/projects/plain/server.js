import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createThumbturn } from '@thumbturn/node'
import { requireToken } from '@thumbturn/node/express'

const thumbturn = createThumbturn({ baseUrl: 'http://localhost:4300/apps/demo' })
// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
const admit = requireToken(thumbturn, { cookie: 'thumbturn_demo_token' })

const sendFile = (response, path, type) => {
  const file = createReadStream(new URL(path, import.meta.url))
  file.on('open', () => file.pipe(response.setHeader('content-type', type)))
  file.on('error', () => response.writeHead(404).end())
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/api/me') {
    await admit(request, response, () => response.end(JSON.stringify({ username: request.claims.username })))
  } else if (/^\/thumbturn\/[\w/-]+\.js$/.test(pathname)) {
    sendFile(response, `node_modules/@thumbturn/web/${pathname.slice('/thumbturn/'.length)}`, 'text/javascript')
  } else if (pathname === '/style.css') {
    sendFile(response, 'style.css', 'text/css')
  } else {
    sendFile(response, 'index.html', 'text/html')
  }
}).listen(3000)

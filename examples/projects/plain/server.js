import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createSessions } from '@thumbturn/node/session'

const sessions = createSessions({
  baseUrl: 'http://localhost:4300/apps/demo',
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
})

const sendFile = (response, path, type) => {
  const file = createReadStream(new URL(path, import.meta.url))
  file.on('open', () => file.pipe(response.setHeader('content-type', type)))
  file.on('error', () => response.writeHead(404).end())
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/session' && request.method === 'POST') {
    await sessions.signIn(request, response)
  } else if (pathname === '/session' && request.method === 'DELETE') {
    await sessions.signOut(request, response)
  } else if (pathname === '/api/me') {
    await sessions.require(request, response, () => {
      response.end(JSON.stringify({ username: request.session.username }))
    })
  } else if (/^\/thumbturn\/[\w/-]+\.js$/.test(pathname)) {
    sendFile(response, `node_modules/@thumbturn/web/${pathname.slice('/thumbturn/'.length)}`, 'text/javascript')
  } else if (pathname === '/style.css') {
    sendFile(response, 'style.css', 'text/css')
  } else {
    sendFile(response, 'index.html', 'text/html')
  }
}).listen(3000, () => console.log('Open http://localhost:3000'))

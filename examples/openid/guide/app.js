import { createServer } from 'node:http'

// Only the proxy can reach this address, so its headers can be relied on.
createServer(({ headers }, response) => {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(`Hello, ${headers['x-forwarded-preferred-username']}!`)
}).listen(8080, '127.0.0.1')

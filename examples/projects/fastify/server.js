import fastifyStatic from '@fastify/static'
import { createSessions } from '@thumbturn/node/session/fastify'
import Fastify from 'fastify'

const sessions = createSessions({
  baseUrl: 'http://localhost:4300/apps/demo',
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
})
const app = Fastify()

const serve = (path, options) => app.register(fastifyStatic, { root: new URL(path, import.meta.url), ...options })
await serve('public')
// index.html imports the SDK from here.
await serve('node_modules/@thumbturn/web', { prefix: '/thumbturn/', decorateReply: false })

app.post('/session', sessions.signIn)
app.delete('/session', sessions.signOut)
app.get('/api/me', { onRequest: sessions.require }, async ({ session }) => ({ username: session.username }))

await app.listen({ port: 3000 })
console.log('Open http://localhost:3000')

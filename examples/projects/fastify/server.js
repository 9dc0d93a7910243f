import fastifyStatic from '@fastify/static'
import { createThumbturn } from '@thumbturn/node'
import { requireToken } from '@thumbturn/node/fastify'
import Fastify from 'fastify'

const thumbturn = createThumbturn({ baseUrl: 'http://localhost:4300/apps/demo' })
const app = Fastify()

const serve = (path, options) => app.register(fastifyStatic, { root: new URL(path, import.meta.url), ...options })
await serve('public')
// index.html imports the SDK from here.
await serve('node_modules/@thumbturn/web', { prefix: '/thumbturn/', decorateReply: false })

// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
const onRequest = requireToken(thumbturn, { cookie: 'thumbturn_demo_token' })
app.get('/api/me', { onRequest }, async ({ claims }) => ({ username: claims.username }))

await app.listen({ port: 3000 })

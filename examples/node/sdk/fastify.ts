import { requireToken } from '@thumbturn/node/fastify'
import Fastify from 'fastify'
import { thumbturn } from './thumbturn.ts'

export const app = Fastify()

app.get('/api/me', { onRequest: requireToken(thumbturn) }, async ({ claims }) => ({ username: claims?.username }))

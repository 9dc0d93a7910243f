import { createThumbturn } from '@thumbturn/node'
import { requireToken } from '@thumbturn/node/express'
import express from 'express'
import { baseUrl } from './src/thumbturn.ts'

const thumbturn = createThumbturn({ baseUrl })
const app = express()

// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
app.use('/api', requireToken(thumbturn, { cookie: 'thumbturn_demo_token' }))
app.get('/api/me', (request, response) => {
  response.json({ username: request.claims.username })
})

app.listen(3000)

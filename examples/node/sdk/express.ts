import { requireToken } from '@thumbturn/node/express'
import express from 'express'
import { thumbturn } from './thumbturn.ts'

export const app = express()

app.use('/api', requireToken(thumbturn))
app.get('/api/me', (request, response) => {
  response.json({ username: request.claims?.username })
})

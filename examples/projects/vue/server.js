import { createSessions } from '@thumbturn/node/session'
import express from 'express'
import { baseUrl } from './src/thumbturn.ts'

const sessions = createSessions({
  baseUrl,
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
})
const app = express()

app.post('/api/session', sessions.signIn)
app.delete('/api/session', sessions.signOut)
app.get('/api/me', sessions.require, (request, response) => {
  response.json({ username: request.session.username })
})

app.listen(3000, () => console.log('The backend is listening on port 3000'))

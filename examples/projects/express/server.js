import { createSessions } from '@thumbturn/node/session'
import express from 'express'

const sessions = createSessions({
  baseUrl: 'http://localhost:4300/apps/demo',
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
})
const app = express()

app.use(express.static('public'))
// index.html imports the SDK from here.
app.use('/thumbturn', express.static('node_modules/@thumbturn/web'))

app.post('/session', sessions.signIn)
app.delete('/session', sessions.signOut)
app.get('/api/me', sessions.require, (request, response) => {
  response.json({ username: request.session.username })
})

app.listen(3000, () => console.log('Open http://localhost:3000'))

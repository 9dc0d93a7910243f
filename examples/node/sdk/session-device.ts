import { createSessions } from '@thumbturn/node/session'
import express from 'express'

const sessions = createSessions({
  baseUrl: process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo',
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
  devicePath: '/session/device',
})

export const app = express()

app.post('/session', sessions.signIn)
app.post('/session/device', sessions.bindDevice)

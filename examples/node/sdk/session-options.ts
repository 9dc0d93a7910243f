import { createSessions } from '@thumbturn/node/session'

const { THUMBTURN_API_KEY, SESSION_SECRET, SESSION_SECRET_BEFORE } = process.env

export const sessions = createSessions({
  baseUrl: process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo',
  apiKey: THUMBTURN_API_KEY,
  // While you replace the secret: the first one seals, and both open.
  secret: [SESSION_SECRET, SESSION_SECRET_BEFORE].filter((secret) => secret !== undefined),
  absoluteSeconds: 30 * 86_400,
  idleSeconds: 7 * 86_400,
  check: 'always',
})

const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

async function post(path: string, body: object) {
  const response = await fetch(`${baseUrl}/fido2/v2/proxy${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.THUMBTURN_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${(await response.json()).msg}`)
  return response.json()
}

export const startSignIn = (username: string, userAgent: string) =>
  post('/auth/init', { app: { id: 'demo' }, deviceInfo: {}, user: { username }, userAgent })

export const completeSignIn = (session: string, assertionResult: object) =>
  post('/auth/complete', { session, assertionResult })

const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

async function ask(path: string, body: object) {
  const answer = await fetch(`${baseUrl}/fido2/v2/proxy${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.THUMBTURN_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.json()).msg}`)
  return answer.json()
}

export const begin = (username: string, userAgent: string) =>
  ask('/auth/init', { app: { id: 'demo' }, deviceInfo: {}, user: { username }, userAgent })

export const complete = (session: string, assertionResult: object) =>
  ask('/auth/complete', { session, assertionResult })

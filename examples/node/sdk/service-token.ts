import { readFileSync } from 'node:fs'
import { signServiceToken } from '@thumbturn/node'

const privateKey = readFileSync(process.env.CLIENT_KEY_FILE ?? 'client-key.pem', 'utf8')

export async function startSignIn(username: string) {
  const token = await signServiceToken({ clientId: 'demo', privateKey, scope: 'auth.login' })
  const response = await fetch('http://localhost:4300/authenticate/fido2/init', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: 'demo', username }),
  })
  return response.json()
}

import { Thumbturn } from '@thumbturn/web'

const thumbturn = new Thumbturn({
  baseUrl: 'http://localhost:4300/apps/demo',
})

// Sign up
await thumbturn.createPasskey('ada@example.com')

// Sign in
const result = await thumbturn.authenticateWithPasskey()
if (result.isAuthenticated) {
  const headers = { Authorization: `Bearer ${result.token}` }
  await fetch('/session', { method: 'POST', headers })
}

import { Thumbturn } from '@thumbturn/web'

const thumbturn = new Thumbturn({
  baseUrl: 'http://localhost:4300/apps/demo',
})

await thumbturn.createPasskey('ada@example.com') // sign up

const result = await thumbturn.authenticateWithPasskey() // sign in
if (result.isAuthenticated) {
  const headers = { Authorization: `Bearer ${result.token}` }
  await fetch('/session', { method: 'POST', headers })
}

import '@thumbturn/web/elements'

addEventListener('thumbturn-signed-in', (event) => {
  const { token } = (event as CustomEvent<{ token: string }>).detail
  // Your backend verifies the token and starts a session.
  void fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
})

import { thumbturn } from './thumbturn.ts'

document.querySelector('#sign-in')!.addEventListener('click', async () => {
  const signedIn = await thumbturn.signInImmediately()
  if (!signedIn) return location.assign('/sign-in') // your page with all other ways to sign in
  await fetch('/session', { method: 'POST', headers: { Authorization: `Bearer ${signedIn.token}` } })
  location.assign('/')
})

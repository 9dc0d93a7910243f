import { Thumbturn } from '@thumbturn/web'

const thumbturn = new Thumbturn({ baseUrl: 'http://localhost:4300/apps/demo' })
const find = (selector) => document.querySelector(selector)

async function showPage() {
  const response = await fetch('/api/me')
  find('h1').textContent = response.ok ? `Hello, ${(await response.json()).username}` : 'Sign in'
  find('#sign-in').hidden = response.ok
  find('#sign-out').hidden = !response.ok
}

async function run(ceremony) {
  find('[role=alert]').textContent = ''
  try {
    await ceremony()
    await showPage()
  } catch (error) {
    console.error(error.message) // for you
    find('[role=alert]').textContent = error.userMessage // for your user
  }
}

find('#create').addEventListener('click', () => run(() => thumbturn.createPasskey(find('input').value)))
find('#sign-in').addEventListener('submit', (event) => {
  event.preventDefault()
  run(() => thumbturn.authenticateWithPasskey())
})
find('#sign-out').addEventListener('click', () => run(() => thumbturn.logout()))
await showPage()

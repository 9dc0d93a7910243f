import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { keepSession, sessionQuery } from './session.ts'

/** Why the browser goes to a provider, and which page it shows afterward. */
type Visit = { purpose: 'signIn' | 'confirm' | 'link'; path: string }

const channelName = 'thumbturn-sso'
const keyOf = (state: string) => `thumbturn-sso ${state}`

/** The browser goes to the provider, and comes back to `/sso/<provider>`. */
export async function signInAtProvider(choice: { provider: string } | { email: string }, path: string): Promise<void> {
  const { url } = await call('ssoStart', { body: choice })
  remember(url, { purpose: 'signIn', path })
  location.assign(url)
}

type Purpose = { purpose: 'confirm' } | { purpose: 'link'; provider: string }

/** Opens the provider in a window of its own, so that this page stays as it is. Resolves when the member has come back. */
export async function visitInWindow(body: Purpose): Promise<void> {
  // Only at once after a click, browsers let a page open a window.
  const opened = window.open('', channelName, 'popup,width=520,height=720')
  if (!opened)
    throw Object.assign(new Error('blocked'), {
      userMessage: i18n._(msg`Allow this page to open a window, and try again.`),
    })
  try {
    const { url } = await call('sessionSso', { body })
    remember(url, { purpose: body.purpose, path: '/' })
    opened.location.href = url
  } catch (error) {
    opened.close()
    throw error
  }
  await waitForReturn()
  await queryClient.invalidateQueries(sessionQuery)
}

function waitForReturn(): Promise<void> {
  const channel = new BroadcastChannel(channelName)
  return new Promise((resolve) => {
    channel.onmessage = () => {
      channel.close()
      resolve()
    }
  })
}

function remember(url: string, visit: Visit) {
  localStorage.setItem(keyOf(new URL(url).searchParams.get('state') ?? ''), JSON.stringify(visit))
}

/** Sends what the provider answered to the service. Returns the page to show; none in a window that has closed itself. */
export async function completeVisit(provider: string, query: string): Promise<{ path: string | undefined }> {
  const visit = takeVisit(new URLSearchParams(query).get('state') ?? '')
  const session = await call('ssoComplete', { body: { provider, response: query } })
  if (visit.purpose === 'signIn') {
    keepSession(session)
    return { path: visit.path }
  }
  new BroadcastChannel(channelName).postMessage('returned')
  window.close()
  return { path: undefined }
}

function takeVisit(state: string): Visit {
  const text = localStorage.getItem(keyOf(state))
  localStorage.removeItem(keyOf(state))
  return text === null ? { purpose: 'signIn', path: '/' } : (JSON.parse(text) as Visit)
}

import type { ShortText } from '../../core/model/messages/rendered-message.ts'
import { call, requireAccepted } from './post.ts'
import type { TextOptions, TextProvider } from './provider.ts'

/**
 * A provider with Twilio's REST API (2010-04-01): `Messages.json` for SMS, `Calls.json` with TwiML for calls, forms
 * with basic authentication. `url` is twilio+https://<account SID>:<auth token>@<host>.
 */
export function createTwilioProvider({ url, from = '' }: TextOptions): TextProvider {
  const { account, base, authorization } = parseAccount(url)
  const ask = (path: string, form?: Record<string, string>) =>
    call(new URL(`${base}${path}`), {
      method: form ? 'POST' : 'GET',
      headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
  return {
    async send(message) {
      const [path, form] = message.channel === 'sms' ? textForm(message, from) : callForm(message, from)
      const { status, text } = await ask(path, form)
      requireAccepted(status, reasonIn(text))
    },
    async check() {
      const { status, text } = await ask('.json')
      if (status !== 200) throw new Error(`account ${account}: it answers ${status} ${reasonIn(text)}`.trim())
      return `account ${account} can sign in, and sends from ${from}`
    },
  }
}

function parseAccount(url: string) {
  const address = new URL(url.replace(/^twilio\+/, ''))
  const { origin, pathname, username, password } = address
  const account = decodeURIComponent(username)
  const basic = Buffer.from(`${account}:${decodeURIComponent(password)}`).toString('base64')
  const base = `${origin}${pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}`
  return { account, base, authorization: `Basic ${basic}` }
}

type Form = [path: string, form: Record<string, string>]

/** A sender that isn't a number is the SID of a messaging service. */
const textForm = ({ to, text }: ShortText, from: string): Form => [
  '/Messages.json',
  { To: to, ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }), Body: text },
]

const callForm = ({ to, text, locale }: ShortText, from: string): Form => [
  '/Calls.json',
  { To: to, From: from, Twiml: `<Response><Say language="${locale}">${escapedXml(text)}</Say></Response>` },
]

const escapedXml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The error in the response; empty if the response has another format. */
function reasonIn(text: string): string {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
    return [code, message].filter((part) => typeof part === 'number' || typeof part === 'string').join(' ')
  } catch {
    return ''
  }
}

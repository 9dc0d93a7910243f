import { createHmac } from 'node:crypto'
import { call, requireAccepted } from './post.ts'
import type { TextOptions, TextProvider } from './provider.ts'

/**
 * Your own endpoint: one JSON POST per message. `Thumbturn-Signature: t=<seconds>,v1=<hex>` is HMAC-SHA-256 of
 * `<seconds>.<body>` under the shared secret; examples/node/message-webhook.ts verifies it.
 */
export function createWebhookProvider({ url, secret = '', now }: TextOptions): TextProvider {
  const address = new URL(url)
  return {
    async send({ id, appId, channel, to, text, locale }) {
      const body = JSON.stringify({ id, application: appId, channel, to, text, locale })
      const at = Math.floor(now() / 1000)
      const headers = {
        'content-type': 'application/json',
        'thumbturn-signature': `t=${at},v1=${sign(secret, at, body)}`,
      }
      const { status } = await call(address, { method: 'POST', headers, body })
      requireAccepted(status)
    },
    async check() {
      return `signed calls go to ${address.host}; nothing was sent there now`
    },
  }
}

/** Hexadecimal. `at` is seconds since 1970. */
const sign = (secret: string, at: number, body: string) =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')

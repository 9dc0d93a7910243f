import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseEmailAddress } from '../core/model/contacts/email-address.ts'
import type { Mail } from '../core/model/messages/rendered-message.ts'
import { Undeliverable } from '../core/ports/courier.ts'

export type MailOptions = {
  /** smtp://user:password@host:port (STARTTLS) or smtps://… (TLS from the start). */
  url: string
  /** The sender address of every email. */
  from: string
  /** The host of the service's address, as in a URL, with which it introduces itself to the server. */
  host: string
  /** A file with certificates (PEM) to trust instead of the default ones. */
  caFile?: string
  /** How long a server can be silent, in milliseconds; 15 seconds by default. */
  patienceMs?: number
  /** How long one email can take, in milliseconds; a minute by default. A task must end before its lease. */
  wholeMs?: number
}

/**
 * Sends email through an SMTP server. Its library is loaded on first use, as most installations send little or none.
 */
export type MailServer = {
  /** @throws Undeliverable: the server will never accept it · any other Error: a later attempt can succeed */
  send(mail: Mail): Promise<void>
  /** Connects and signs in without sending anything. @throws Error that says what is wrong */
  check(): Promise<void>
  close(): void
}

export function createMailServer(options: MailOptions): MailServer {
  const { wholeMs = 60_000 } = options
  let opening: ReturnType<typeof open> | undefined
  const opened = () => {
    opening ??= open(options).catch((error: unknown) => {
      // A file that can't be read now may exist at the next attempt.
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    async send(mail) {
      // The library would parse several recipients from one text, even in the envelope.
      if (parseEmailAddress(mail.to) !== mail.to)
        throw new Undeliverable('the recipient is not exactly one email address')
      const transport = await opened()
      await transport
        .sendMail({ ...toMessage(mail, options.from), signal: AbortSignal.timeout(wholeMs) })
        .catch((error: SmtpError) => {
          throw isFinal(error) ? new Undeliverable(error.message) : error
        })
    },
    async check() {
      await (await opened()).verify()
    },
    close() {
      void opening?.then((transport) => transport.close())
    },
  }
}

async function open({ url, host: ownHost, caFile, patienceMs = 15_000 }: MailOptions) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const { createTransport } = await import('nodemailer')
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return createTransport({
    pool: true,
    // A connection that the server has closed is not a failure; all other retries are the queue's.
    maxRequeues: 1,
    name: toGreetingName(ownHost),
    host,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A server on this machine can do without TLS; to any other, emails and the password travel only encrypted.
    requireTLS: !isLocal(host),
    tls: { minVersion: 'TLSv1.2', ...(caFile !== undefined && { ca: readFileSync(caFile) }) },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The argument of EHLO: a name that others know, or an address literal (RFC 5321 §4.1.3). The machine's name is often neither. */
function toGreetingName(host: string): string {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 6) return `[IPv6:${address}]`
  if (isIP(address) === 4) return `[${address}]`
  return /(^|\.)localhost$/.test(host) ? '[127.0.0.1]' : host
}

const isLocal = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

const toMessage = ({ id, to, senderName, subject, text, html }: Mail, from: string) => ({
  envelope: { from, to: [to] },
  from: { name: senderName, address: from },
  to: { name: '', address: to },
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  subject,
  text,
  html,
  // RFC 3834 §5: prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
})

type SmtpError = Error & { responseCode?: number; command?: string }

/**
 * RFC 5321 §4.2.1: 5yz is permanent for this recipient and this email. Errors about the sender can be fixed before the
 * next attempt.
 */
const isFinal = ({ responseCode = 0, command }: SmtpError) =>
  responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')

import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type Changes, type Party, party, pem } from './metadata-service.ts'

// Servers compare certificates with the machine's clock.
const whole = { from: '2020-01-01', to: '2049-01-01' }

/** A test certificate authority, and the identity of a server that it issues. */
export const authority = party(undefined, { ...whole, pathLength: 'any' })
export const createIdentity = (changes: Changes = {}) => party(authority, { ...whole, host: 'localhost', ...changes })

/** The key and certificate that a server presents. */
export const shown = ({ privateKey, der }: Party) => ({
  key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  cert: pem(der),
})

/** A mail as the server received it: the envelope, and the text with its headers. */
export type ReceivedMail = {
  from: string
  to: string[]
  raw: string
  user: string | undefined
  encrypted: boolean
  /** The name that the client gave with EHLO. */
  clientName: string
}

export type MailSettings = SMTPServerOptions & {
  identity?: Party
  /** Responds to a recipient with an SMTP status instead of accepting it; 0 closes the connection. */
  recipient?: (address: string) => number | undefined
  /** The same for the content. */
  content?: () => number | undefined
}

export const login = { user: 'thumbturn', pass: 'corr@ct/h0rse' }

/** Starts a mail server on localhost that stores what it receives and accepts one login. */
export async function mailServerFor(t: TestContext, settings: MailSettings = {}) {
  const { identity = createIdentity(), recipient, content, ...options } = settings
  const received: ReceivedMail[] = []
  let connections = 0
  const server: SMTPServer = new SMTPServer({
    ...shown(identity),
    logger: false,
    closeTimeout: 100,
    onConnect: (_, done) => {
      connections++
      done()
    },
    onAuth: ({ username, password }, _, done) =>
      username === login.user && password === login.pass
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onRcptTo: ({ address }, _, done) => respond(recipient?.(address), done),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () =>
        respond(content?.(), (error) => {
          if (error) return done(error)
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(parts).toString(),
            user: session.user as unknown as string | undefined,
            encrypted: session.secure,
            clientName: session.hostNameAppearsAs,
          })
          done()
        }),
      )
    },
    ...options,
  })
  function respond(status: number | undefined, done: (error?: Error | null) => void) {
    if (status === 0) for (const connection of server.connections) (connection as Connection)._socket.destroy()
    else done(status === undefined ? null : Object.assign(new Error('Not now or never'), { responseCode: status }))
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  t.after(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, received, connections: () => connections }
}

type Connection = { _socket: { destroy(): void } }

/** The URL of a server with its login, as an operator writes it. */
export const smtpUrl = (
  port: number,
  { scheme = 'smtps', user = login.user, pass = login.pass, host = 'localhost' } = {},
) => `${scheme}://${user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@`}${host}:${port}`

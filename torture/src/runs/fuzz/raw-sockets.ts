import { connect } from 'node:net'
import { api } from '../../common/client.ts'
import { createRandom, type Random } from '../../common/random.ts'

const post = `POST ${api}/auth/init HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
const body = '{"app":{"id":"demo"},"deviceInfo":{}}'

/** The requests that are wrong at the level of HTTP itself. */
const broken: readonly string[] = [
  '\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `${post}Content-Length: -1\r\n\r\n${body}`,
  `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
  `${post}Content-Length: 3\r\nContent-Length: 4\r\n\r\n${body}`,
  `${post}Content-Length: ${body.length}\r\n\r\n${body}${post}Content-Length: ${body.length}\r\n\r\n${body}`,
  `${post}X: ${'a'.repeat(70_000)}\r\n\r\n`,
  `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /apps/demo/../..//admin/v1/%2e%2e HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  `GET http://localhost@evil.example/ready HTTP/1.1\r\nHost: \r\n\r\n`,
  `${post}Content-Length: 300000\r\n\r\n${'a'.repeat(300_000)}`,
  `CONNECT localhost:80 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /ready HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
]

/**
 * Sends something broken, then nothing more. Returns the response as far as it arrived, or undefined if nothing was received
 * within that time; a closed connection is a response, too.
 */
export function sendBroken(
  port: number,
  seed: number,
  longestMs: number,
): Promise<{ sent: string; received: string | undefined }> {
  const sent = damage(createRandom(seed))
  return new Promise((resolve) => {
    let received = ''
    const end = (result: string | undefined) => {
      clearTimeout(late)
      socket.destroy()
      resolve({ sent, received: result })
    }
    const socket = connect(port, '127.0.0.1', () => socket.write(sent, 'latin1'))
    const late = setTimeout(() => end(received === '' ? undefined : received), longestMs)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.includes('\r\n\r\n')) end(received)
    })
    // Half of a request would be waited for; the end of the data says that nothing more comes.
    socket.once('connect', () => socket.end())
    socket.on('close', () => end(received)).on('error', () => end(received))
  })
}

function damage(random: Random): string {
  const text = random.pick(broken)
  if (random.next() < 0.5) return text
  const at = random.between(0, Math.min(text.length, 200))
  const byte = String.fromCharCode(random.between(0, 255))
  return random.next() < 0.5 ? text.slice(0, at) : text.slice(0, at) + byte + text.slice(at + 1)
}

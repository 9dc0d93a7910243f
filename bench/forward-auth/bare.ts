import { fork } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Check } from './check.ts'

const [algorithm, key, ivBytes, tagBytes] = ['aes-256-gcm', randomBytes(32), 12, 16] as const
const identity = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'thumbturn-identity']

/** A sealed text that is as long as a cookie. */
function seal(length: number): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  const sealed = cipher.update(randomBytes(Math.floor(length * 0.75) - ivBytes - tagBytes))
  cipher.final()
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

function open(text: string): number {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const opened = decipher.update(bytes.subarray(ivBytes, -tagBytes))
  decipher.final()
  return opened.length
}

/** The least that such a check can do: opens the cookie, and sends as many headers as the service. */
function serve(port: number, cookieLength: number): void {
  const server = createServer(({ headers: { cookie = '' } }, response) => {
    const opened = open(cookie.slice(cookie.indexOf('=') + 1))
    response.writeHead(204, Object.fromEntries(identity.map((name) => [name, `${opened}`]))).end()
  })
  process.once('disconnect', () => process.exit())
  server.listen(port, '127.0.0.1', () => process.send!(seal(cookieLength)))
}

/** In a process of its own, for a request like that of the check, with a cookie of the same size. */
export async function startBare(port: number, check: Check): Promise<Check> {
  const cookie = /cookie: [^=]+=([^\r;]+)/.exec(check.content.headers!)![1]!
  const child = fork(new URL(import.meta.url), [`${port}`, `${cookie.length}`])
  const [sealed] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]): never => {
      throw new Error(`The bare server ended with exit code ${code}`)
    }),
  ])
  const headers = check.content.headers!.replace(cookie, sealed)
  const { pid } = child
  return {
    ...check,
    name: 'bare node:http',
    version: process.version,
    port,
    pid: pid!,
    path: '/',
    content: { headers },
  }
}

if (process.send) serve(Number(process.argv[2]), Number(process.argv[3]))

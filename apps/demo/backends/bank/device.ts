import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ledger } from './ledger.ts'

const pattern = /(?:^|;\s*)saltmarsh_device=([\w-]{22})(?:;|$)/

/** What the browser was given when a passkey was used in it: 128 random bits in a cookie that no script reads. */
export const readDeviceId = ({ headers }: FastifyRequest): string | undefined => pattern.exec(headers.cookie ?? '')?.[1]

/** Gives the browser a new one, never one that it came with: somebody else may have put that there. */
export function rememberDevice(ledger: Ledger, customer: string, { request, reply }: Call): void {
  const device = randomBytes(16).toString('base64url')
  ledger.addDevice(customer, device)
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/api/; HttpOnly; SameSite=Strict; Max-Age=31536000${secure}`
  reply.header('set-cookie', `saltmarsh_device=${device}; ${attributes}`)
}

type Call = { request: FastifyRequest; reply: FastifyReply }

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ledger } from './ledger.ts'

const pattern = /(?:^|;\s*)saltmarsh_device=([\w-]{22})(?:;|$)/

/** A device ID, set when a passkey is used in the browser: 128 random bits in an HttpOnly cookie. */
export const readDeviceId = ({ headers }: FastifyRequest): string | undefined => pattern.exec(headers.cookie ?? '')?.[1]

/** Always sets a new ID: an attacker may have planted the existing one. */
export function rememberDevice(ledger: Ledger, customer: string, { request, reply }: Call): void {
  const device = randomBytes(16).toString('base64url')
  ledger.addDevice(customer, device)
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/api/; HttpOnly; SameSite=Strict; Max-Age=31536000${secure}`
  reply.header('set-cookie', `saltmarsh_device=${device}; ${attributes}`)
}

type Call = { request: FastifyRequest; reply: FastifyReply }

import type { FastifyInstance } from 'fastify'
import { command } from './command.ts'

/** A message that was kept instead of being sent; `at` in RFC 3339. */
export type Mail = { id: string; at: string; subject: string; text: string }

/** The messages to one address, newest first. */
export type ReadMail = (address: string) => Promise<Mail[]>

type Message = { id: string; to: string; createdAt: number; subject?: string; text: string }

/** Reads the outbox of an application, as `npx thumbturn outbox list <application>` does. */
export function createMailReader(application: string): ReadMail {
  // Pages ask again and again: however many they are, one command runs at a time.
  let reading: Promise<unknown> | undefined
  const read = () => {
    reading ??= command('outbox', 'list', application).finally(() => {
      reading = undefined
    })
    return reading
  }
  return async (address) => {
    const messages = (await read()) as Message[]
    const same = ({ to }: Message) => to.toLowerCase() === address.toLowerCase()
    return messages
      .filter(same)
      .map(({ id, createdAt, subject = '', text }) => ({ id, at: new Date(createdAt).toISOString(), subject, text }))
  }
}

const query = { type: 'object', required: ['to'], properties: { to: { type: 'string', maxLength: 320 } } }

/** Shows a visitor the mails that were not sent: /api/mail?to=<address>. Never outside development. */
export function addOutbox(server: FastifyInstance, readMail: ReadMail): void {
  server.get<{ Querystring: { to: string } }>('/api/mail', { schema: { querystring: query } }, async (request) =>
    readMail(request.query.to),
  )
}

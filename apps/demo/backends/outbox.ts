import type { FastifyInstance } from 'fastify'
import { runCommand } from './command.ts'

/** A message in the development outbox; `at` in RFC 3339. */
export type Mail = { id: string; at: string; subject: string; text: string }

/** The messages to an address, newest first. */
export type ReadMail = (address: string) => Promise<Mail[]>

type Message = { id: string; to: string; createdAt: number; subject?: string; text: string }

/** Reads an application's development outbox, like `npx thumbturn outbox list <application>`. */
export function createMailReader(application: string): ReadMail {
  // Pages poll, so concurrent reads share one command.
  let reading: Promise<unknown> | undefined
  const read = () => {
    reading ??= runCommand('outbox', 'list', application).finally(() => {
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

/** Shows unsent emails: /api/mail?to=<address>. Development only. */
export function addOutbox(server: FastifyInstance, readMail: ReadMail): void {
  server.get<{ Querystring: { to: string } }>('/api/mail', { schema: { querystring: query } }, async (request) =>
    readMail(request.query.to),
  )
}

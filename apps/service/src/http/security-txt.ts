import { listProductContacts, writeSecurityTxt } from '@thumbturn/contract/vocabulary/security-txt.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../core/errors.ts'
import { applicationInPath } from './application-path.ts'
import type { MountContext } from './mount-context.ts'
import { hostname } from './named-application.ts'

/** Where the operator wants to get reports of vulnerabilities, as URIs, and the address of their policy. */
export type SecurityContacts = { contacts: readonly string[]; policy?: string | undefined }

const path = '/.well-known/security.txt'
const dayMs = 86_400_000
/** A copy that outlives the service is outdated after at most this many days. */
const validDays = 30

const product = listProductContacts('https://github.com/thumbturn/thumbturn')
const unsetContact = [
  'This server runs Thumbturn. Its operator has set no contact for vulnerabilities.',
  'The contact below is for vulnerabilities in Thumbturn itself.',
]

/**
 * Serves security.txt (RFC 9116) on the host of the installation only: the hosts of applications belong to others, who have
 * contacts of their own.
 */
export function addSecurityTxt(
  server: FastifyInstance,
  { core, ownHost, ownOrigin }: Pick<MountContext, 'core' | 'ownHost' | 'ownOrigin'>,
  operator: SecurityContacts,
) {
  const [contacts, remarks] = operator.contacts.length > 0 ? [operator, []] : [product, unsetContact]
  // The standard allows no address without TLS (§2.5.2).
  const canonical = ownOrigin.startsWith('https:') ? `${ownOrigin}${path}` : undefined
  server.get(path, async (request, reply) => {
    const isOwn = hostname(request.headers.host ?? '') === hostname(ownHost)
    if (!isOwn || applicationInPath(request.raw) !== undefined)
      throw notFound(`security.txt is only at ${ownOrigin}${path}`)
    const today = Math.floor(core.now() / dayMs) * dayMs
    const expires = new Date(today + validDays * dayMs)
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'content-type': 'text/plain; charset=utf-8' })
      .send(writeSecurityTxt({ ...contacts, expires, canonical }, remarks))
  })
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { mostClientSecrets } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client, ClientSecret } from '../../model/authorization/client.ts'
import { isExpiring } from '../applications/keys.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { changeStoredClient, createId } from './find.ts'

/** A secret, whose text is shown only now. */
export type NewClientSecret = { secret: ClientSecret; text: string }

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Whether the client authenticates with a secret. */
export const usesSecret = ({ authMethod }: Pick<Client, 'authMethod'>): boolean =>
  authMethod === 'client_secret_basic' || authMethod === 'client_secret_post'

/** 256 random bits; `expiresAt` in milliseconds since 1970, never by default. */
export function createClientSecret(core: Core, expiresAt?: number): NewClientSecret {
  const text = core.random.text(32)
  const id = createId(core, 6)
  const stored = { id, hash: hash(text).toString('base64url'), hint: text.slice(-4), createdAt: core.now() }
  return { secret: expiresAt === undefined ? stored : { ...stored, expiresAt }, text }
}

/** Whether it is one of the client's secrets that work now, in a time that doesn't depend on how much of it is right. */
export function isClientSecret({ now }: Pick<Core, 'now'>, { secrets }: Client, text: string): boolean {
  const given = hash(text)
  const matches = filterWorking(secrets, now()).map((secret) =>
    timingSafeEqual(given, Buffer.from(secret.hash, 'base64url')),
  )
  return matches.includes(true)
}

/** Those that haven't expired. */
const filterWorking = (secrets: Client['secrets'], at: number) =>
  secrets.filter(({ expiresAt }) => expiresAt === undefined || at < expiresAt)

/**
 * Adds a secret, which works together with the other one until that is retired.
 * @throws AppError bad_request: two work already, the client uses none, or the time of expiry has passed · not_found
 */
export async function addClientSecret(
  core: Core,
  application: Application,
  { id, expiresAt }: { id: string; expiresAt?: number | undefined },
): Promise<NewClientSecret> {
  if (expiresAt !== undefined && expiresAt <= core.now())
    throw badRequest('The time when the secret expires has already passed')
  const created = createClientSecret(core, expiresAt)
  await changeStoredClient(core, { application, id }, (client) => {
    if (!usesSecret(client))
      throw badRequest(
        `The client authenticates with ${client.authMethod}: change authMethod to client_secret_basic first`,
      )
    const working = filterWorking(client.secrets, core.now())
    if (working.length >= mostClientSecrets)
      throw badRequest(`The client has ${mostClientSecrets} secrets: retire the old one first`)
    return {
      changed: { ...client, secrets: [...working, created.secret] },
      writes: recordSecret(core, application, { client, secretId: created.secret.id, what: 'Added' }),
    }
  })
  return created
}

/**
 * Retires a secret, which immediately stops working on every node.
 * @throws AppError not_found: the client has no such secret
 */
export async function retireClientSecret(
  core: Core,
  application: Application,
  { id, secretId }: { id: string; secretId: string },
): Promise<void> {
  await changeStoredClient(core, { application, id }, (client) => {
    const secrets = client.secrets.filter((secret) => secret.id !== secretId)
    if (secrets.length === client.secrets.length) throw notFound(`The client has no secret ${secretId}`)
    const writes = recordSecret(core, application, { client, secretId, what: 'Retired' })
    return { changed: { ...client, secrets }, writes }
  })
}

type SecretChange = { client: Client; secretId: string; what: 'Added' | 'Retired' }

function recordSecret(core: Core, application: Application, { client, secretId, what }: SecretChange) {
  const type = what === 'Added' ? 'fido2.openid.secret_added' : 'fido2.openid.secret_retired'
  const event = createEvent(core, application, { type, detail: { clientId: client.id, secretId } })
  const action = what === 'Added' ? 'client.secretAdded' : 'client.secretRetired'
  const after = { secretId }
  return [{ append: event }, ...recordChange(core, { action, application: client.appId, target: client.id, after })]
}

/** The secrets of clients that expire within two weeks, or expired in the last month. */
export const listExpiringSecrets = (
  clients: readonly Client[],
  now: number,
): readonly { client: Client; secret: ClientSecret }[] =>
  clients.flatMap((client) =>
    client.secrets.filter(({ expiresAt }) => isExpiring(expiresAt, now)).map((secret) => ({ client, secret })),
  )

import {
  type ConnectorSecrets,
  type ConnectorType,
  type GivenSecrets,
  secretFields,
} from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Connector } from '../../model/connectors/connector.ts'

/** The sealed values: the secrets, and the signing secret before them while it counts. */
type StoredSecrets = { secrets: ConnectorSecrets; previous?: { signingSecret: string; until: number } | undefined }

type SecretCore = Pick<Core, 'secretBox'>

const purpose = (id: string) => `connector ${id}`

export const sealSecrets = ({ secretBox }: SecretCore, id: string, stored: StoredSecrets): string =>
  secretBox.seal(purpose(id), JSON.stringify(stored))

export const openSecrets = ({ secretBox }: SecretCore, { id, secrets }: Connector): StoredSecrets =>
  JSON.parse(secretBox.open(purpose(id), secrets)) as StoredSecrets

/** The secrets that count now. During a rotation, they include the previous signing secret. */
export function readCurrentSecrets(core: Pick<Core, 'secretBox' | 'now'>, connector: Connector): ConnectorSecrets {
  const { secrets, previous } = openSecrets(core, connector)
  if (previous === undefined || previous.until <= core.now()) return secrets
  return { ...secrets, previousSigningSecret: previous.signingSecret }
}

/** A key of 256 bits, as Standard Webhooks writes it. */
export const createSigningSecret = ({ random }: Pick<Core, 'random'>): string =>
  `whsec_${Buffer.from(random.text(32), 'base64url').toString('base64')}`

function listFields({ secrets }: StoredSecrets): string[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((header) => `${name}.${header.name}`) : [name],
  )
}

/** The names of the secrets of a connector, and of headers those of the headers; none if the master key is another one. */
export function listSecretFields(core: SecretCore, connector: Connector): string[] {
  try {
    return listFields(openSecrets(core, connector))
  } catch {
    return []
  }
}

/** @throws AppError bad_request: a secret is missing, or connectors of this type don't have it */
export function checkSecrets(type: ConnectorType, given: GivenSecrets): void {
  const { required, optional } = secretFields[type]
  const names = Object.keys(given) as (keyof GivenSecrets)[]
  const unknown = names.find((name) => !required.includes(name) && !optional.includes(name))
  if (unknown !== undefined) throw badRequest(`Connectors of type ${type} have no secret ${unknown}`)
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) throw badRequest(`secrets.${missing} is required for connectors of type ${type}`)
  if ((given.clientCertificate === undefined) !== (given.clientKey === undefined))
    throw badRequest('secrets.clientCertificate and secrets.clientKey are required together')
}

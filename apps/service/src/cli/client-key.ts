import { readFileSync } from 'node:fs'
import { addClientKey, revokeClientKey } from '../core/clients/keys.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { applicationNamed } from './app.ts'
import { moment, type Output, show, table } from './output.ts'

/** `client-key add <app> <pem file> [--name …]`: what the backend signs with its other half is believed from now on. */
export async function clientKeyAdd(
  core: Core,
  output: Output,
  { appId, file, name = 'unnamed' }: { appId: string | undefined; file: string | undefined; name?: string },
) {
  const application = await applicationNamed(core, appId)
  if (file === undefined) throw badRequest('client-key add needs an application and a PEM file with the public key')
  const key = await addClientKey(core, application, { name, publicKey: readFileSync(file, 'utf8') })
  show(output, key, () => `Client key ${key.id} of application ${application.id}: its tokens are accepted now.`)
}

/** `client-key list <app>`: revoked ones too. */
export async function clientKeyList(core: Core, output: Output, appId: string | undefined) {
  const keys = await core.store.clientKeys.list((await applicationNamed(core, appId)).id)
  show(output, keys, () =>
    table(
      ['id', 'name', 'added', 'revoked'],
      keys.map(({ id, name, createdAt, revokedAt }) => [id, name, moment(createdAt), moment(revokedAt)]),
    ),
  )
}

/** `client-key revoke <app> <id>`: its tokens are refused at once on every node. */
export async function clientKeyRevoke(
  core: Core,
  output: Output,
  { appId, id }: { appId: string | undefined; id: string | undefined },
) {
  if (id === undefined) throw badRequest('client-key revoke needs an application and the id of a key')
  await revokeClientKey(core, await applicationNamed(core, appId), id)
  show(output, { id, revoked: true }, () => `Client key ${id} no longer works.`)
}

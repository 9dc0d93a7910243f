import { createApiKey, revokeApiKey, scopesFor } from '../core/applications/keys.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { applicationNamed } from './app.ts'
import { moment, type Output, show, table } from './output.ts'

export type KeyOptions = { name?: string; scope?: string[] }

/** `key create <app> [--name …] [--scope …]…`: all scopes where none is named. The key is shown this once. */
export async function keyCreate(
  core: Core,
  output: Output,
  { appId, options }: { appId: string | undefined; options: KeyOptions },
) {
  const application = await applicationNamed(core, appId)
  const scopes = options.scope?.flatMap((scope) => scope.split(',')) ?? scopesFor(application)
  const { key, text } = await createApiKey(core, application, { name: options.name ?? 'unnamed', scopes })
  const { secretHash: _, ...shown } = key
  show(output, { ...shown, key: text }, () =>
    [
      text,
      '',
      `API key ${key.id} of application ${application.id}: ${key.scopes.join(' ')}`,
      'It is shown this once; keep it like a password.',
    ].join('\n'),
  )
}

/** `key list <app>`: everything but the secrets, which nobody can read any more. */
export async function keyList(core: Core, output: Output, appId: string | undefined) {
  const application = await applicationNamed(core, appId)
  const keys = (await core.store.apiKeys.list(application.id)).map(({ secretHash: _, ...key }) => key)
  show(output, keys, () =>
    table(
      ['id', 'name', 'created', 'revoked', 'scopes'],
      keys.map(({ id, name, createdAt, revokedAt, scopes }) => [
        id,
        name,
        moment(createdAt),
        moment(revokedAt),
        scopes.join(' '),
      ]),
    ),
  )
}

/** `key revoke <app> <id>`: dead at once on every node. */
export async function keyRevoke(
  core: Core,
  output: Output,
  { appId, id }: { appId: string | undefined; id: string | undefined },
) {
  if (id === undefined) throw badRequest('key revoke needs an application and the id of a key (see key list)')
  await revokeApiKey(core, await applicationNamed(core, appId), id)
  show(output, { id, revoked: true }, () => `API key ${id} no longer works.`)
}

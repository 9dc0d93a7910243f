import type { KeyTimes } from '../core/applications/key-schedule.ts'
import { retireSigningKey, rotateSigningKey, signingKeysOf } from '../core/applications/signing-keys.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { applicationNamed } from './app.ts'
import { moment, type Output, show, table } from './output.ts'

const by = 'command line'

/** `signing-key rotate <app>`: the next key, published at once. */
export async function signingKeyRotate(core: Core, output: Output, appId: string | undefined) {
  const application = await applicationNamed(core, appId)
  const key = await rotateSigningKey(core, application, by)
  show(output, key, () =>
    [
      `Signing key ${key.kid} of application ${application.id} is published.`,
      `It signs from ${moment(key.signsAt)}: by then every verifier has fetched the keys again.`,
      'The key before it is retired when its last token has ended (see signing-key list).',
    ].join('\n'),
  )
}

/** `signing-key list <app>`: retired ones too, for a month. */
export async function signingKeyList(core: Core, output: Output, appId: string | undefined) {
  const keys = await signingKeysOf(core, await applicationNamed(core, appId))
  show(output, keys, () => table(['kid', 'state', 'created', 'signs from', 'retires', 'retired'], keys.map(rowOf)))
}

const rowOf = ({ kid, state, createdAt, signsAt, retiresAt, retiredAt }: KeyTimes) => [
  kid,
  state,
  moment(createdAt),
  moment(signsAt),
  moment(retiresAt),
  moment(retiredAt),
]

/** `signing-key retire <app> <kid>`: at once, for a key that somebody else may have. */
export async function signingKeyRetire(
  core: Core,
  output: Output,
  { appId, kid }: { appId: string | undefined; kid: string | undefined },
) {
  if (kid === undefined) throw badRequest('signing-key retire needs an application and a kid (see signing-key list)')
  await retireSigningKey(core, await applicationNamed(core, appId), { kid, by })
  show(output, { kid, retired: true }, () =>
    [
      `Signing key ${kid} no longer works: its tokens are refused within a second.`,
      'Backends that check tokens by the key set refuse them once they fetch it again, as they should after five minutes.',
    ].join('\n'),
  )
}

import type { Adapter } from './adapter.ts'
import { betterAuth } from './better-auth.ts'
import { floor } from './floor.ts'
import { glewlwyd } from './glewlwyd.ts'
import { hanko } from './hanko.ts'
import { kratos } from './kratos.ts'
import { oidcProvider } from './oidc-provider.ts'
import { passkeyServer } from './passkey-server.ts'
import { pocketId } from './pocket-id.ts'
import { rauthy } from './rauthy.ts'
import { simpleWebAuthn } from './simplewebauthn.ts'
import { thumbturn } from './thumbturn.ts'

/** All contestants by name, in the order of the table; ratios are to the first. */
export const adapters: Readonly<Record<string, Adapter>> = {
  floor,
  ...thumbturn,
  simplewebauthn: simpleWebAuthn,
  'better-auth': betterAuth,
  'oidc-provider': oidcProvider,
  'pocket-id': pocketId,
  'passkey-server': passkeyServer,
  hanko,
  kratos,
  rauthy,
  glewlwyd,
}

/** @throws Error naming the contestants there are */
export function findAdapter(name: string): Adapter {
  const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined
  if (!adapter) throw new Error(`There is no contestant ${name}. There are: ${Object.keys(adapters).join(', ')}`)
  return adapter
}

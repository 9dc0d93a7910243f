import { createHash } from 'node:crypto'
import type { metadataRoutes } from '@thumbturn/contract/openid/metadata.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'

/** It changes only with a release, or with the base URL. */
const cacheControl = 'public, max-age=300'

/** Only what works: clients choose by it. */
const createMetadata = (issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/fido2/v2/.well-known/jwks.json`,
})

function readMetadata(_: unknown, { core, application }: PublicCall) {
  const metadata = createMetadata(createApplicationAddress(application, core.baseUrl))
  const etag = `"${createHash('sha256').update(JSON.stringify(metadata)).digest('base64url')}"`
  return new CustomResponse(metadata, { 'cache-control': cacheControl, etag })
}

export const metadata = {
  openidConfiguration: readMetadata,
  authorizationServerMetadata: readMetadata,
} satisfies HandlersOf<typeof metadataRoutes>

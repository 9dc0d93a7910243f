import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import {
  type CredentialFields,
  identifyClient,
  readClientCredentials,
} from '../../model/authorization/client-credentials.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import { openFlow } from '../open-flow.ts'
import type { EndpointCall } from './client-authentication.ts'
import type { CodeFlow } from './flow.ts'
import { invalidGrant } from './oauth-error.ts'
import { openRefreshToken } from './refresh-token.ts'

type GrantCall = { fields: CredentialFields; call: EndpointCall; grant: string }

/**
 * Whether a call can lead to a request for the document of its client although it holds nothing that this application issued: callers
 * without anything must not cause requests here.
 */
export async function isUnfounded(core: Core, application: Application, { fields, call, grant }: GrantCall) {
  const clientId = identifyClient(readClientCredentials(call.authorization, fields))
  if (clientId === undefined || !isDocumentId(clientId)) return false
  if (openRefreshToken(core, application, grant)) return false
  return !(await isCode(core, application, grant)) && !(await isAccessToken(core, application, grant))
}

const isCode = (core: Core, { id: appId }: Application, session: string): Promise<boolean> =>
  succeeds(async () => openFlow<CodeFlow>(core, { session, appId, purpose: 'authorizationCode' }, invalidGrant))

const isAccessToken = ({ tokens }: Core, application: Application, token: string): Promise<boolean> =>
  succeeds(async () => tokens.verifyClientAccess(application, token, 'any'))

const succeeds = (run: () => Promise<unknown>): Promise<boolean> =>
  run().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

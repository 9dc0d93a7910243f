import type { Creation } from '../ceremonies.ts'
import type { Core } from '../core.ts'
import { forbidden } from '../errors.ts'
import { openFlow } from '../open-flow.ts'
import type { SignedIn } from '../signed-in.ts'
import { registerPasskey } from './register.ts'

const refused = (reason: unknown) => forbidden('The passkey was not registered: begin again with reg/init', reason)

/**
 * Finishes what reg/init began: the passkey is stored, and the session spent.
 * @throws AppError forbidden: expired, spent, closed or foreign session, or whatever `registerPasskey` refuses
 */
export async function completeRegistration(
  core: Core,
  { creation, passkeyName, ...input }: { session: string; creation: Creation; passkeyName?: string; appId?: string },
): Promise<SignedIn> {
  const flow = openFlow(core, { ...input, purpose: 'registration' }, refused)
  if (flow.closed) throw refused('the beginning said signIn or fail')
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  return registerPasskey(core, { application, flow, creation, passkeyName }, refused)
}

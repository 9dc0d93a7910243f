import type { devicePageRoutes } from '@thumbturn/contract/hosted/device.ts'
import { decideDevice, describeDevice } from '../../core/flows/authorization/decide-device.ts'
import type { HandlersOf } from '../call.ts'
import { toProgram, toResource } from './requests.ts'
import { requireSession, toPageCall } from './session.ts'

/** Signing in a device that shows a code. */
export const device = {
  async deviceShow({ query: { userCode } }, call) {
    const page = toPageCall(call)
    const opened = await requireSession(page)
    const { client, ...shown } = await describeDevice(page.core, page.application, { userCode, opened })
    const { userCode: displayed, scopes, resources } = shown
    return { client: toProgram(client), userCode: displayed, scopes: [...scopes], resources: resources.map(toResource) }
  },
  async deviceDecide({ body: { userCode, decision } }, call) {
    const page = toPageCall(call)
    const opened = await requireSession(page)
    await decideDevice(page.core, page.application, { userCode, decision, opened })
    return undefined
  },
} satisfies HandlersOf<typeof devicePageRoutes>

import { isKnownDevice } from '../../core/discovery/known-device.ts'
import { notFound } from '../../core/errors.ts'
import { required } from '../named-application.ts'
import type { CurrentHandlers } from './wire.ts'

export const discovery: Pick<CurrentHandlers, 'deviceDiscover'> = {
  async deviceDiscover({ body }, { core, application }) {
    if (await isKnownDevice(core, required(application), body.trustItems)) return undefined
    throw notFound('This browser is not known here')
  },
}

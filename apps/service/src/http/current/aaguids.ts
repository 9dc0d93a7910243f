import { findProvider } from '../../core/aaguids/find.ts'
import type { CurrentHandlers } from './wire.ts'

export const aaguids: Pick<CurrentHandlers, 'aaguidFind'> = {
  aaguidFind({ params }, { core }) {
    const { id, name, iconLight, iconDark } = findProvider(core, params.aaguid)
    return { id, name, icon_light: iconLight, icon_dark: iconDark }
  },
}

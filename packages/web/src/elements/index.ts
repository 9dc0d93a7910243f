import { ThumbturnAuth } from './auth.ts'
import { ThumbturnProfile } from './profile.ts'

// On a server there are no custom elements. A page can import this module twice.
const { customElements } = globalThis
if (customElements && !customElements.get('thumbturn-auth')) {
  customElements.define('thumbturn-auth', ThumbturnAuth)
  customElements.define('thumbturn-profile', ThumbturnProfile)
}

export { languages } from '../messages/messages.ts'
export { ThumbturnAuth, ThumbturnProfile }

declare global {
  interface HTMLElementTagNameMap {
    'thumbturn-auth': ThumbturnAuth
    'thumbturn-profile': ThumbturnProfile
  }
}

import { ThumbturnAuth } from './auth.ts'
import { ThumbturnProfile } from './profile.ts'

// Where there is no page, such as on a server, nothing is defined; a page may import this twice.
const { customElements } = globalThis
if (customElements && !customElements.get('thumbturn-auth')) {
  customElements.define('thumbturn-auth', ThumbturnAuth)
  customElements.define('thumbturn-profile', ThumbturnProfile)
}

export { languages } from './messages.ts'
export { ThumbturnAuth, ThumbturnProfile }

declare global {
  interface HTMLElementTagNameMap {
    'thumbturn-auth': ThumbturnAuth
    'thumbturn-profile': ThumbturnProfile
  }
}

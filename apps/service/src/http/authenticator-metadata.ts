import type { Provider } from '../core/model/aaguids/provider.ts'

/** An authenticator model with both spellings of its icons, as every API shows it. */
export const toAuthenticatorMetadata = ({ id, name, iconLight, iconDark }: Provider) => ({
  id,
  name,
  iconLight,
  iconDark,
  icon_light: iconLight,
  icon_dark: iconDark,
})

/** The kind of an authenticator, as users see it. */
export type AuthenticatorKind = 'platform' | 'manager' | 'key' | 'unknown'

/** Our own icons, 24 by 24, in one stroke color; no vendor's logo. */
const drawings: Readonly<Record<AuthenticatorKind, string>> = {
  // A phone in front of a screen.
  platform: '<path d="M13 17H4V5h16v3M9 20h4"/><rect x="15.5" y="10.5" width="5" height="9" rx="1"/>',
  // A safe with a dial.
  manager:
    '<rect x="4" y="4" width="16" height="15" rx="2"/><circle cx="12" cy="11.5" r="3"/><path d="M12 8.5v3M7 19v2m10-2v2"/>',
  // A USB key with a touch button.
  key: '<path d="M8 4h8v5H8z"/><rect x="6.5" y="9" width="11" height="11.5" rx="2"/><circle cx="12" cy="14.5" r="2"/>',
  // A plain key.
  unknown: '<circle cx="8.5" cy="12" r="4"/><path d="M12.5 12H21v3m-3.5-3v2.5"/>',
}

const [inkOnLight, inkOnDark] = ['#23313a', '#e9eef1']

/** The icons of a kind for light and dark backgrounds, as data: URIs. */
export const findIcons = (kind: AuthenticatorKind): { iconLight: string; iconDark: string } => icons[kind]

const drawIcon = (kind: AuthenticatorKind, ink: string) =>
  `data:image/svg+xml;base64,${btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${drawings[kind]}</svg>`,
  )}`

const drawIcons = (kind: AuthenticatorKind) => ({
  iconLight: drawIcon(kind, inkOnLight),
  iconDark: drawIcon(kind, inkOnDark),
})

const icons = {
  platform: drawIcons('platform'),
  manager: drawIcons('manager'),
  key: drawIcons('key'),
  unknown: drawIcons('unknown'),
}

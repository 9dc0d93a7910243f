import type { PartialTexts } from '../field-texts.ts'

export const generalTexts = {
  name: {
    label: 'Name',
    help: 'Users see this name in their browser’s dialogs.',
    docs: '/setup/thumbturn/#changing-it-later',
  },
  origins: {
    label: 'Origins',
    help: 'Passkeys can be used only by pages on exactly these origins. An Android app has an origin that starts with `android:apk-key-hash:`.',
    docs: '/reference-documentation/fundamentals/rpid/#allowed-origins',
  },
  rpId: {
    label: 'RP ID',
    help: 'The domain that passkeys are bound to. If you change it, existing passkeys stop working.',
    docs: '/reference-documentation/fundamentals/rpid/#changing',
  },
  baseUrl: {
    label: 'Base URL',
    help: 'The address of the API, if this application has one of its own. Tokens contain it as their issuer.',
    docs: '/setup/thumbturn/#steps',
    whenEmpty: 'The API is at an address of the installation.',
  },
} as const satisfies PartialTexts

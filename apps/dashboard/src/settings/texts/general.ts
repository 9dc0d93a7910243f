import { msg } from '@lingui/core/runtime-macro'
import type { PartialTexts } from '../field-texts.ts'

export const generalTexts = {
  name: {
    label: msg`Name`,
    help: msg`Users see this name in their browser’s dialogs.`,
    docs: '/setup/thumbturn/#changing-it-later',
  },
  origins: {
    label: msg`Origins`,
    help: msg`Passkeys can be used only by pages on exactly these origins. An Android app has an origin that starts with \`android:apk-key-hash:\`.`,
    docs: '/reference-documentation/fundamentals/rpid/#allowed-origins',
  },
  rpId: {
    label: msg`RP ID`,
    help: msg`The domain that passkeys are bound to. If you change it, existing passkeys stop working.`,
    docs: '/reference-documentation/fundamentals/rpid/#changing',
  },
  baseUrl: {
    label: msg`Base URL`,
    help: msg`The address of the API, if this application has one of its own. Tokens contain it as their issuer.`,
    docs: '/setup/thumbturn/#steps',
    whenEmpty: msg`The API is at an address of the installation.`,
  },
} as const satisfies PartialTexts

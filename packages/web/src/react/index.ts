'use client'

export { AutofillInput, type AutofillInputProps } from './AutofillInput.tsx'
export type { PasskeyFailure } from './failure.ts'
export { PasskeyButton, type PasskeyButtonProps } from './PasskeyButton.tsx'
export { ThumbturnProvider } from './ThumbturnProvider.tsx'
export { type PasskeyStatus, type UsePasskey, usePasskey } from './use-passkey.ts'
export { type UsePasskeys, usePasskeys } from './use-passkeys.ts'
export { type UseSession, useSession } from './use-session.ts'

'use client'

export { AutofillInput, type AutofillInputProps } from './AutofillInput.tsx'
export { PasskeyButton, type PasskeyButtonProps } from './PasskeyButton.tsx'
export { ThumbturnProvider } from './ThumbturnProvider.tsx'
export { type PasskeyStatus, type UsePasskey, usePasskey } from './use-passkey.ts'

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'
import { showFailure } from './toast.tsx'

/** Copies a text, and says so if the browser doesn't allow that. `isCopied` for two seconds afterward. */
export function useCopy(): { copy: (text: string) => void; isCopied: boolean } {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  useEffect(() => {
    if (!error) return
    const userMessage = i18n._(msg`The browser didn’t allow copying. Select the text and copy it yourself.`)
    showFailure(Object.assign(new Error('clipboard'), { userMessage }))
  }, [error])
  return { copy, isCopied: copied }
}

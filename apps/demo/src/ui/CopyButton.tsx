import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text and confirms it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      onClick={() => copy(text)}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}

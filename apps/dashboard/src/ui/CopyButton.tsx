import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './use-copy.ts'

type Props = { text: string; what: string; withLabel?: boolean }

/** Copies a text and confirms it. */
export function CopyButton({ text, what, withLabel = false }: Props) {
  const { t } = useLingui()
  const { copy, isCopied: copied } = useCopy()
  const Icon = copied ? IconCheck : IconCopy
  const label = copied ? t`Copied ${what}` : t`Copy ${what}`
  const icon = <Icon size={16} stroke={1.8} aria-hidden="true" />
  if (withLabel) {
    return (
      <Button variant="default" leftSection={icon} aria-label={label} onClick={() => copy(text)}>
        {copied ? t`Copied` : t`Copy`}
      </Button>
    )
  }
  return (
    <Tooltip label={copied ? t`Copied` : t`Copy`}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => copy(text)}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

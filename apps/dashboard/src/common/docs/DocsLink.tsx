import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useInstallation } from '../installation/queries.ts'
import styles from './DocsLink.module.css'

/** Leads to a page of the documentation, if this installation serves it. */
export function DocsLink({ page, about }: { page: `/${string}`; about: string }) {
  const { t } = useLingui()
  const { hasDocumentation } = useInstallation()
  if (!hasDocumentation) return null
  return (
    <ActionIcon
      className={styles.link}
      variant="subtle"
      size={22}
      component="a"
      href={page}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Documentation: ${about}`}
    >
      <IconHelpCircle size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}

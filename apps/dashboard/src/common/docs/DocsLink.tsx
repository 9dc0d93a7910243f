import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import styles from './DocsLink.module.css'
import { useDocumentation } from './documentation.ts'

/** Leads to a page of the documentation, if it can be read. */
export function DocsLink({ page, about }: { page: `/${string}`; about: string }) {
  const documentation = useDocumentation()
  if (documentation === undefined) return null
  return (
    <ActionIcon
      className={styles.link}
      variant="subtle"
      size={22}
      component="a"
      href={`${documentation}${page}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Documentation: ${about}`}
    >
      <IconHelpCircle size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { applicationsQuery } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './ApplicationSwitcher.module.css'

/** Shows the current application, and leads to the others. */
export function ApplicationSwitcher({ current }: { current: string | undefined }) {
  const { t } = useLingui()
  const { data: applications = [] } = useQuery(applicationsQuery)
  const canCreate = useHasRole('developer')
  const shown = applications.find(({ id }) => id === current)
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Monogram id={current ?? '*'} name={shown?.name ?? current ?? '⁂'} size={26} />
          <span className={styles.name}>
            <VisuallyHidden>
              <Trans>Switch application:</Trans>{' '}
            </VisuallyHidden>
            {shown?.name ?? current ?? t({ message: 'All applications', context: 'switcher' })}
          </span>
          <IconSelector size={16} stroke={1.7} aria-hidden="true" className={styles.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {applications.map(({ id, name }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={`/applications/${id}`}
            leftSection={<Monogram id={id} name={name} size={22} />}
            rightSection={id === current && <IconCheck size={16} aria-label={t`Current`} />}
          >
            {name}
          </Menu.Item>
        ))}
        {canCreate && (
          <Menu.Item
            component={Link}
            to="/applications/new"
            leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
          >
            <Trans>New application</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

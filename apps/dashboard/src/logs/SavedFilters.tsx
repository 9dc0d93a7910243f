import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { areSame, describeFilters, type Filters, omitPeriod, writeFilters } from '../common/events/filters.ts'
import { useHasRole } from '../session/session.ts'
import styles from './Logs.module.css'
import { ManageFiltersDialog } from './ManageFiltersDialog.tsx'
import { savedFiltersQuery } from './queries.ts'
import { SaveFilterDialog } from './SaveFilterDialog.tsx'

type Props = { id: string; filters: Filters; onChange: (filters: Filters) => void }

/** The filters that members of the application share. Choosing one keeps the period. */
export function SavedFilters({ id, filters, onChange }: Props) {
  const { t } = useLingui()
  const { data: saved = [] } = useQuery(savedFiltersQuery(id))
  const canSave = useHasRole('developer', id)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const { since, until } = filters
  const chosen = omitPeriod(filters)
  const current = saved.find((one) => areSame(one.filters, chosen))
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu width={300}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} stroke={1.8} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" />}
          >
            {current?.name ?? t`Saved filters`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.length === 0 && (
            <p className={styles.none}>
              <Trans>All members can use the filters that you save.</Trans>
            </p>
          )}
          {saved.map((one) => (
            <Menu.Item key={one.id} onClick={() => onChange({ ...one.filters, since, until })}>
              {one.name}
              <small className={styles.described}>{describeFilters(one.filters)}</small>
            </Menu.Item>
          ))}
          {canSave && (
            <>
              <Menu.Divider />
              <Menu.Item disabled={writeFilters(chosen).size === 0} onClick={() => setDialog('save')}>
                <Trans>Save these filters…</Trans>
              </Menu.Item>
              {saved.length > 0 && (
                <Menu.Item onClick={() => setDialog('manage')}>
                  <Trans>Manage saved filters…</Trans>
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveFilterDialog id={id} filters={chosen} saved={saved} onClose={close} />}
      {dialog === 'manage' && <ManageFiltersDialog id={id} saved={saved} onClose={close} />}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useApplication } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { DangerZone } from './DangerZone.tsx'
import type { FieldName } from './field-texts.ts'
import { HostedPreview } from './HostedPreview.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { SectionList } from './SectionList.tsx'
import styles from './SettingsPage.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { searchSections } from './search.ts'
import { useEdit } from './use-edit.ts'

/** Everything that an application decides for itself. */
export function SettingsPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Settings`}
      description={t`Changes take effect on every node within a second.`}
    >
      <Settings key={applicationId} id={applicationId} />
    </ApplicationPage>
  )
}

function Settings({ id }: { id: string }) {
  const { t } = useLingui()
  const application = useApplication(id)
  const canChange = useHasRole('developer', id)
  const canMove = useHasRole('developer')
  const canDelete = useHasRole('owner', id)
  const [query, setQuery] = useState('')
  const edit = useEdit(application)
  useLinkedField()
  const shown = searchSections(query)
  const isSearch = query.trim() !== ''
  const links = shown.map((section) => ({ id: section.id, title: t(section.title) }))
  const isDisabled = (name: FieldName) => !canChange || (!canMove && (name === 'rpId' || name === 'baseUrl'))
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Search query={query} onChange={setQuery} />
        <SectionList sections={canDelete && !isSearch ? [...links, { id: 'delete', title: t`Delete` }] : links} />
      </div>
      <div className={styles.main}>
        {!canChange && (
          <Notice kind="info">
            <Trans>You can see these settings. A developer or an owner can change them.</Trans>
          </Notice>
        )}
        {canChange && !canMove && (
          <Notice kind="info">
            <Trans>
              RP IDs and base URLs are shared by the whole installation. An owner or a developer of the installation can
              change them.
            </Trans>
          </Notice>
        )}
        {shown.length === 0 && (
          <Notice kind="info">
            <Trans>No setting matches “{query}”.</Trans>
          </Notice>
        )}
        {shown.map((section) => (
          <Fragment key={section.id}>
            <SettingsSection section={section} edit={edit} isDisabled={isDisabled} isUnfolded={isSearch} />
            {section.id === 'hosted-pages' && <HostedPreview application={application} values={edit.values} />}
          </Fragment>
        ))}
        {!isSearch && (
          <div id="delete" className={styles.anchor}>
            <DangerZone application={application} />
          </div>
        )}
        <SaveBar edit={edit} />
      </div>
      {edit.merge && <MergeDialog edit={edit} merge={edit.merge} />}
    </div>
  )
}

function Search({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useLingui()
  return (
    <TextInput
      type="search"
      aria-label={t`Search settings`}
      placeholder={t`Search settings`}
      value={query}
      onChange={({ target }) => onChange(target.value)}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        query !== '' && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => onChange('')} />
      }
    />
  )
}

/** Scrolls to the field or section of the address, which the page shows only after its data has arrived. */
function useLinkedField() {
  const location = useLocation()
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [location])
}

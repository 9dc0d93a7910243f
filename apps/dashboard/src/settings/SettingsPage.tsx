import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useApplication } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SaveBar } from '../ui/SaveBar.tsx'
import { WithContents } from '../ui/WithContents.tsx'
import { ApplicationFields } from './ApplicationFields.tsx'
import { DangerZone } from './DangerZone.tsx'
import { type Group, groups, labels, type SettingName } from './groups.ts'
import { HostedPreview } from './HostedPreview.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { SettingField } from './SettingField.tsx'
import styles from './SettingsPage.module.css'
import { describeSetting } from './schema.ts'
import { type Edit, useEdit } from './use-edit.ts'

/** Everything that an application decides for itself. */
export function SettingsPage() {
  const { applicationId = '' } = useParams()
  return (
    <ApplicationPage
      id={applicationId}
      title="Settings"
      description="Changes take effect on every node within a second."
    >
      <Settings key={applicationId} id={applicationId} />
    </ApplicationPage>
  )
}

function Settings({ id }: { id: string }) {
  const application = useApplication(id)
  const canChange = useHasRole('developer', id)
  const [filter, setFilter] = useState('')
  const edit = useEdit(application)
  const shown = filterGroups(filter)
  return (
    <WithContents
      contents={
        <nav className={styles.contents} aria-label="Setting groups">
          <TextInput
            aria-label="Filter settings"
            placeholder="Filter settings"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          />
          <ul>
            {filter === '' && <Content id="application" title="Application" />}
            {shown.map((group) => (
              <Content key={group.id} id={group.id} title={group.title} />
            ))}
          </ul>
        </nav>
      }
    >
      {!canChange && <Notice kind="info">You can see these settings. A developer or an owner can change them.</Notice>}
      {filter === '' && <ApplicationFields edit={edit} disabled={!canChange} />}
      {shown.length === 0 && <Notice kind="info">No setting matches “{filter}”.</Notice>}
      {shown.map((group) => (
        <Fragment key={group.id}>
          <SettingGroup group={group} edit={edit} disabled={!canChange} />
          {group.id === 'hosted-pages' && <HostedPreview application={application} values={edit.values} />}
        </Fragment>
      ))}
      {filter === '' && <DangerZone application={application} />}
      <SaveBar edit={edit} />
      {edit.merge && <MergeDialog edit={edit} merge={edit.merge} />}
    </WithContents>
  )
}

function Content({ id, title }: { id: string; title: string }) {
  return (
    <li>
      <a href={`#${id}`}>{title}</a>
    </li>
  )
}

type GroupProps = { group: Group; edit: Edit; disabled: boolean }

function SettingGroup({ group, edit, disabled }: GroupProps) {
  return (
    <div id={group.id} className={styles.anchor}>
      <Card title={group.title} description={group.description} flush>
        {group.settings.map((name) => (
          <SettingField
            key={name}
            name={name}
            value={edit.values[name]}
            isChanged={name in edit.changes}
            disabled={disabled}
            onChange={(value) => edit.change(name, value)}
          />
        ))}
      </Card>
    </div>
  )
}

/** The groups with the settings that match, by label, name, or description. */
function filterGroups(filter: string): readonly Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (name: SettingName) => {
    const text = `${labels[name]} ${name} ${describeSetting(name)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = groups.map((group) => ({ ...group, settings: group.settings.filter(matches) }))
  return found.filter(({ settings }) => settings.length > 0)
}

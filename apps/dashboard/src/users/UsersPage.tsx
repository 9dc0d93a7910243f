import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { useHasRole } from '../session/session.ts'
import { CreateUserDialog } from './CreateUserDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { UsersList } from './UsersList.tsx'

type Task = 'create' | 'import' | 'export'

/** The users of an application. */
export function UsersPage() {
  const { t } = useLingui()
  const { applicationId: id = '' } = useParams()
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <ApplicationPage
      id={id}
      title={t`Users`}
      description={t`Everyone who has an account in this application.`}
      actions={<Tasks id={id} onStart={setTask} />}
    >
      <UsersList key={id} id={id} onImport={() => setTask('import')} />
      {task === 'create' && <CreateUserDialog id={id} onClose={close} />}
      {task === 'import' && <ImportDialog id={id} onClose={close} />}
      {task === 'export' && <ExportDialog id={id} onClose={close} />}
    </ApplicationPage>
  )
}

function Tasks({ id, onStart }: { id: string; onStart: (task: Task) => void }) {
  const canCreate = useHasRole('developer', id)
  const canExport = useHasRole('owner', id)
  if (!canCreate) return null
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}>
            <Trans>Import or export</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onStart('import')}>
            <Trans>Import users</Trans>
          </Menu.Item>
          <Menu.Item disabled={!canExport} onClick={() => onStart('export')}>
            <Trans>Export users</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => onStart('create')}>
        <Trans>Create user</Trans>
      </Button>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { formatClaims } from '../common/groups/claims.ts'
import { groupsPath, groupsQuery } from '../common/groups/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Card } from '../ui/Card.tsx'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { type GroupDetails, groupQuery } from './queries.ts'

/** One group: its members, and the claims that it gives them. */
export function GroupPage() {
  const { applicationId = '', groupId = '' } = useParams()
  return (
    <Boundary placeholder={<PagePlaceholder isWhole />}>
      <Content key={groupId} id={applicationId} groupId={groupId} />
    </Boundary>
  )
}

function Content({ id, groupId }: { id: string; groupId: string }) {
  const { t } = useLingui()
  const { data: group } = useSuspenseQuery(groupQuery(id, groupId))
  const canChange = useHasRole('developer', id)
  const claims = formatClaims(group.claims)
  return (
    <ApplicationPage
      title={group.name}
      description={group.description}
      id={id}
      section={{ title: t`Groups`, to: groupsPath(id) }}
      actions={canChange && <Actions id={id} group={group} />}
    >
      <GroupMembers id={id} group={group} canChange={canChange} />
      {claims !== '' && (
        <Card title={t`Custom claims`} description={t`Members have these claims, unless their profile has others.`}>
          <CodeBlock title="JSON" what={t`custom claims`} code={claims} />
        </Card>
      )}
    </ApplicationPage>
  )
}

type Props = { id: string; group: GroupDetails }

function Actions({ id, group }: Props) {
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setAsked('delete')}>
        <Trans>Delete</Trans>
      </Button>
      <Button variant="default" onClick={() => setAsked('edit')}>
        <Trans>Edit</Trans>
      </Button>
      {asked === 'edit' && <GroupDialog id={id} group={group} onClose={close} />}
      {asked === 'delete' && <DeleteDialog id={id} group={group} onClose={close} />}
    </>
  )
}

function DeleteDialog({ id, group, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('groupDelete', { params: { id, groupId: group.id } }),
    onSuccess: async () => {
      showSuccess(t({ message: `Deleted ${{ name: group.name }}`, context: 'group' }))
      await leave(groupsPath(id))
      await queries.invalidateQueries({ ...groupsQuery(id), exact: true })
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete ${{ name: group.name }}?`}
      action={t`Delete group`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <Trans>
        Its members remain users, but lose its claims, and can’t sign in to programs that allow only this group.
      </Trans>
    </ConfirmDialog>
  )
}

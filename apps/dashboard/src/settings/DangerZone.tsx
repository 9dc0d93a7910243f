import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type Application, applicationsQuery } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'

/** The actions that can't be undone. */
export function DangerZone({ application }: { application: Application }) {
  const { t } = useLingui()
  const canDelete = useHasRole('owner', application.id)
  const [isAsked, setIsAsked] = useState(false)
  if (!canDelete) return null
  return (
    <Card
      title={t`Delete this application`}
      description={t`Permanently deletes its users, passkeys, keys, and events.`}
      actions={
        <Button color="red" variant="outline" onClick={() => setIsAsked(true)}>
          <Trans>Delete application</Trans>
        </Button>
      }
    >
      {isAsked && <DeleteDialog application={application} onClose={() => setIsAsked(false)} />}
    </Card>
  )
}

function DeleteDialog({ application: { id, name }, onClose }: { application: Application; onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const leave = useLeave()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('applicationDelete', { params: { id } }),
    onSuccess: async () => {
      showSuccess(t`Deleted ${name}`)
      // The list of applications asks for the users of each.
      queries.setQueryData(applicationsQuery.queryKey, (all) => all?.filter((one) => one.id !== id))
      await leave('/')
      queries.removeQueries({ queryKey: ['applications', id] })
      await queries.invalidateQueries({ queryKey: ['applications'], exact: true })
    },
    meta: { quiet: true },
  })
  return (
    <FormDialog
      title={t`Delete ${name}?`}
      action={t`Delete application`}
      isDangerous
      isDisabled={typed !== id}
      isPending={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <p>
        <Trans>
          All users of {name} lose their passkeys, and its API keys stop working within a second. This can’t be undone
          except from a backup.
        </Trans>
      </p>
      <TextInput
        label={t`Type ${id} to confirm`}
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

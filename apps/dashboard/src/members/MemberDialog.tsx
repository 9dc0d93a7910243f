import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { LinkList } from '../common/members/LinkList.tsx'
import { PasskeyList } from '../common/members/PasskeyList.tsx'
import { passkeysQuery } from '../common/members/passkeys.ts'
import { linksQuery, type Member, membersQuery } from '../common/members/queries.ts'
import { RolesField } from '../common/members/RolesField.tsx'
import { lacksRole } from '../common/members/roles.ts'
import { useSession } from '../session/session.ts'
import { ConfirmedCall } from '../ui/ConfirmedCall.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './Members.module.css'

/** The role that an owner is offered to grant first. */
const leastRole: RoleAssignment = { application: everyApplication, role: 'viewer' }

type Props = { member: Member; onClose: () => void }

/** Changes the name and the roles of a member, or removes them. */
export function MemberDialog({ member, onClose }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState(member.name)
  const [roles, setRoles] = useState<readonly RoleAssignment[]>(lacksRole(member) ? [leastRole] : member.roles)
  const [isRemoving, setIsRemoving] = useState(false)
  const { mutate, isPending, error } = useMemberChange(member, onClose)
  const { provisioned } = member
  if (isRemoving) return <RemoveDialog member={member} onClose={onClose} />
  return (
    <FormDialog
      title={member.name}
      size="lg"
      action={lacksRole(member) && !provisioned ? t`Grant role` : t`Save`}
      isPending={isPending}
      error={error}
      otherAction={
        <Button variant="subtle" color="red" className={styles.remove} onClick={() => setIsRemoving(true)}>
          <Trans>Remove member</Trans>
        </Button>
      }
      onSubmit={() =>
        mutate({ name: name.trim(), ...(!provisioned && roles !== member.roles && { roles: [...roles] }) })
      }
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        required
        maxLength={128}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {provisioned ? (
        <Notice kind="info">
          <Trans>This member’s roles come from their directory groups.</Trans>
        </Notice>
      ) : (
        <>
          {lacksRole(member) && (
            <Notice kind="info">
              <Trans>They can sign in, but see nothing until they have a role.</Trans>
            </Notice>
          )}
          <RolesField value={roles} onChange={setRoles} />
        </>
      )}
      <Passkeys id={member.id} />
      <Accounts id={member.id} name={member.name} />
    </FormDialog>
  )
}

/** The passkeys of the member; nothing if there are none. */
function Passkeys({ id }: { id: string }) {
  const { data: passkeys = [] } = useQuery(passkeysQuery(id))
  if (passkeys.length === 0) return null
  return (
    <div>
      <h3 className={styles.accounts}>
        <Trans>Passkeys</Trans>
      </h3>
      <div className={styles.passkeys}>
        <PasskeyList memberId={id} passkeys={passkeys} />
      </div>
    </div>
  )
}

/** The accounts of providers with which the member can sign in; nothing if there are none. */
function Accounts({ id, name }: { id: string; name: string }) {
  const { data: links = [] } = useQuery(linksQuery(id))
  if (links.length === 0) return null
  return (
    <div>
      <h3 className={styles.accounts}>
        <Trans>Single sign-on accounts</Trans>
      </h3>
      <LinkList memberId={id} name={name} links={links} />
    </div>
  )
}

function useMemberChange(member: Member, onClose: () => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const own = useSession().member.id
  return useMutation({
    mutationFn: (body: { name: string; roles?: RoleAssignment[] }) =>
      call('memberChange', { params: { id: member.id }, body }),
    onSuccess: async ({ name }) => {
      onClose()
      await queries.invalidateQueries(membersQuery)
      if (member.id === own) await queries.invalidateQueries({ queryKey: ['session'] })
      showSuccess(t`Changed ${name}`)
    },
    meta: { quiet: true },
  })
}

function RemoveDialog({ member, onClose }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmedCall
      title={t`Remove ${{ name: member.name }}?`}
      action={t`Remove member`}
      send={() => call('memberRemove', { params: { id: member.id } })}
      changed={membersQuery}
      done={t`Removed ${{ name: member.name }}`}
      onClose={onClose}
    >
      <Trans>
        Their passkeys and links to provider accounts are deleted, and their sessions end immediately. You can invite
        them again later.
      </Trans>
    </ConfirmedCall>
  )
}

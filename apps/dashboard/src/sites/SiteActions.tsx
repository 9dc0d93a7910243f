import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { applicationChecksQuery } from '../common/checks/queries.ts'
import { ActionsMenu } from '../ui/ActionsMenu.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useLeave } from '../ui/use-leave.ts'
import { type Site, sitesPath, sitesQuery } from './queries.ts'

type Props = { id: string; site: Site }

/** Switches a site off and on, and deletes it. */
export function SiteActions({ id, site }: Props) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const toggle = useToggle(id, site)
  const close = () => setAsked(undefined)
  return (
    <>
      <ActionsMenu>
        <Menu.Item onClick={() => (site.disabled ? toggle.mutate() : setAsked('disable'))}>
          {site.disabled ? t`Enable` : t`Disable`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => setAsked('delete')}>
          <Trans>Delete site</Trans>
        </Menu.Item>
      </ActionsMenu>
      {asked === 'disable' && (
        <ConfirmDialog
          title={t`Disable ${{ name: site.name }}?`}
          action={t`Disable`}
          isDangerous={false}
          isPending={toggle.isPending}
          onConfirm={() => toggle.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <Trans>
            Every request to {{ host: site.host }} is denied, public paths included, until you enable it again.
          </Trans>
        </ConfirmDialog>
      )}
      {asked === 'delete' && <DeleteDialog id={id} site={site} onClose={close} />}
    </>
  )
}

function useToggle(id: string, { id: siteId, name, disabled }: Site) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('protectedSiteChange', { params: { id, siteId }, body: { disabled: !disabled } }),
    onSuccess: async () => {
      await queries.invalidateQueries(sitesQuery(id))
      showSuccess(disabled ? t`Enabled ${name}` : t`Disabled ${name}`)
    },
  })
}

function DeleteDialog({ id, site: { id: siteId, name, host }, onClose }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const leave = useLeave()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('protectedSiteDelete', { params: { id, siteId } }),
    onSuccess: async () => {
      showSuccess(t({ message: `Deleted ${name}`, context: 'site' }))
      await leave(sitesPath(id))
      await queries.invalidateQueries(sitesQuery(id))
      await queries.invalidateQueries(applicationChecksQuery(id))
    },
  })
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      action={t`Delete site`}
      isPending={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <Trans>
        Within a second, every request to {host} is denied. To make the site reachable without a sign-in, change the
        settings of its proxy.
      </Trans>
    </ConfirmDialog>
  )
}

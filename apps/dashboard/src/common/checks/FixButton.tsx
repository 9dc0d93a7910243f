import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useHasRole } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showSuccess } from '../../ui/toast.tsx'
import { type Finding, findApplication } from './findings.ts'

/** The remedy of a finding: a change that the member can make at once, or the page for it. */
export function FixButton({ finding }: { finding: Finding }) {
  const { fix } = finding
  const application = fix?.application ?? findApplication(finding)
  if (application === undefined) return null
  if (fix?.kind === 'allowOrigin' && fix.origin !== undefined)
    return <AllowOriginButton application={application} origin={fix.origin} />
  return fix?.kind === 'openKeys' ? (
    <OpenButton to={`/applications/${application}/keys`}>
      <Trans>Open keys</Trans>
    </OpenButton>
  ) : (
    <OpenButton to={`/applications/${application}/settings`}>
      <Trans>Open settings</Trans>
    </OpenButton>
  )
}

const OpenButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button variant="default" size="xs" component={Link} to={to}>
    {children}
  </Button>
)

/** Adds an origin to those of an application, after a question. */
export function AllowOriginButton({ application: id, origin }: { application: string; origin: string }) {
  const { t } = useLingui()
  const canChange = useHasRole('developer', id)
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => allowOrigin(id, origin),
    async onSuccess() {
      setIsAsking(false)
      showSuccess(t`Allowed ${origin}`)
      await Promise.all([['checks'], ['applications']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  if (!canChange) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
        <Trans>Allow origin</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Allow ${origin}?`}
          action={t`Allow`}
          isDangerous={false}
          isPending={isPending}
          onConfirm={mutate}
          onClose={() => setIsAsking(false)}
        >
          <Trans>
            Pages on this origin can then use the passkeys of {{ application: id }}. Allow it only if the pages are
            yours.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Adds the origin to those that are allowed now. */
async function allowOrigin(id: string, origin: string) {
  const { origins, version } = await call('applicationShow', { params: { id } })
  if (origins.includes(origin)) return
  await call('applicationChange', { params: { id }, body: { origins: [...origins, origin] }, ifMatch: version })
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { applicationQuery, useApplication } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { AuthenticatorPicker } from './AuthenticatorPicker.tsx'
import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import styles from './Authenticators.module.css'
import { namedQuery } from './queries.ts'

/** The allow list, which is a setting: empty, it allows every model. */
export function Allowed({ id }: { id: string }) {
  const { t } = useLingui()
  const { settings } = useApplication(id)
  const canChange = useHasRole('developer', id)
  const { data: named } = useSuspenseQuery(namedQuery(settings.authenticators))
  const change = useChange(id)
  const remove = (aaguid: string) => change.mutate(settings.authenticators.filter((other) => other !== aaguid))
  return (
    <Card
      title={t`Allowed`}
      description={
        settings.authenticators.length === 0
          ? t`Every authenticator can register and sign in, unless it is blocked below.`
          : t`Only these authenticators can register and sign in.`
      }
      actions={
        canChange && (
          <AuthenticatorPicker
            label={t`Allow an authenticator`}
            excluded={settings.authenticators}
            onPick={(picked) => change.mutate([...settings.authenticators, picked.id])}
          />
        )
      }
      flush
    >
      <ul aria-label={t`Allowed authenticators`}>
        {settings.authenticators.map((aaguid) => (
          <AuthenticatorRow key={aaguid} authenticator={named.find((model) => model.id === aaguid) ?? { id: aaguid }}>
            {canChange && (
              <Button variant="default" size="xs" aria-label={t`Remove ${aaguid}`} onClick={() => remove(aaguid)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </AuthenticatorRow>
        ))}
      </ul>
      {settings.authenticators.length === 0 && (
        <p className={styles.none}>
          <Trans>All models are allowed.</Trans>
        </p>
      )}
    </Card>
  )
}

/** Saves the list over the version that is shown, with a way back. */
function useChange(id: string) {
  const { t } = useLingui()
  const { version, settings } = useApplication(id)
  const queries = useQueryClient()
  const save = (authenticators: readonly string[], ifMatch: number) =>
    call('applicationChange', { params: { id }, body: { settings: { authenticators: [...authenticators] } }, ifMatch })
  const keep = (application: Awaited<ReturnType<typeof save>>) =>
    queries.setQueryData(applicationQuery(id).queryKey, application)
  return useMutation({
    mutationFn: (authenticators: readonly string[]) => save(authenticators, version),
    onSuccess(application) {
      keep(application)
      const undo = async () => void keep(await save(settings.authenticators, application.version))
      showSuccess(t`Saved the allowed authenticators`, { undo })
    },
    onError: () => queries.invalidateQueries(applicationQuery(id)),
  })
}

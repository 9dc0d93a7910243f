import { Trans, useLingui } from '@lingui/react/macro'
import { SecretDialog } from '../ui/SecretDialog.tsx'

/** Shows the signing secret of a webhook once. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <SecretDialog title={t`Signing secret`} what={t`signing secret`} secret={secret} onClose={onClose}>
      <Trans>
        Your endpoint verifies the signature of each request with this secret. Copy it now; it is never shown again.
      </Trans>
    </SecretDialog>
  )
}

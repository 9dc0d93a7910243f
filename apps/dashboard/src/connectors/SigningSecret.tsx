import { SecretDialog } from '../ui/SecretDialog.tsx'

/** Shows the signing secret of a webhook once. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" what="signing secret" secret={secret} onClose={onClose}>
      Your endpoint verifies the signature of each request with this secret. Copy it now; it is never shown again.
    </SecretDialog>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { ssoOptionsQuery } from './queries.ts'
import styles from './Sso.module.css'
import { visitInWindow } from './visit.ts'

/** Lets a member add a provider as another way to sign in; nothing if there are none. */
export function SsoLinks() {
  const { data } = useQuery(ssoOptionsQuery)
  const { provider: own } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: (provider: string) => visitInWindow({ purpose: 'link', provider }),
    onSuccess: () => showSuccess('You can sign in there from now on'),
  })
  const others = data?.providers.filter(({ id }) => id !== own?.id) ?? []
  if (others.length === 0) return null
  return (
    <Card title="Single sign-on" description="Link a provider account to sign in with that provider too.">
      <div className={styles.actions}>
        {others.map(({ id, name }) => (
          <Button key={id} variant="default" loading={isPending} onClick={() => mutate(id)}>
            Link {name}
          </Button>
        ))}
      </div>
    </Card>
  )
}

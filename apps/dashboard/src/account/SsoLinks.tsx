import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkList } from '../common/members/LinkList.tsx'
import { linksQuery } from '../common/members/queries.ts'
import { useSession } from '../session/session.ts'
import { ssoOptionsQuery } from '../session/sso-options.ts'
import { visitInWindow } from '../session/visit.ts'
import { Card } from '../ui/Card.tsx'
import { showSuccess } from '../ui/toast.tsx'
import styles from './SsoLinks.module.css'

/** Lets a member add a provider as another way to sign in, and remove one; nothing if there are no providers. */
export function SsoLinks() {
  const { t } = useLingui()
  const { member } = useSession()
  const { data: options } = useQuery(ssoOptionsQuery)
  const { data: links = [] } = useQuery(linksQuery(member.id))
  const others = options?.providers.filter(({ id }) => links.every(({ provider }) => provider.id !== id)) ?? []
  if (links.length + others.length === 0) return null
  return (
    <Card title={t`Single sign-on`} description={t`The provider accounts with which you can sign in.`}>
      {links.length > 0 && <LinkList memberId={member.id} links={links} />}
      {others.length > 0 && (
        <div className={styles.actions}>
          {others.map((provider) => (
            <LinkButton key={provider.id} {...provider} />
          ))}
        </div>
      )}
    </Card>
  )
}

function LinkButton({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const { member } = useSession()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => visitInWindow({ purpose: 'link', provider: id }),
    onSuccess: async () => {
      await queries.invalidateQueries(linksQuery(member.id))
      showSuccess(t`You can sign in there from now on`)
    },
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      <Trans>Link {{ provider: name }}</Trans>
    </Button>
  )
}

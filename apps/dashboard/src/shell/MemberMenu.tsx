import { Menu, UnstyledButton } from '@mantine/core'
import { IconBook2, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useInstallation } from '../common/installation/queries.ts'
import { signOut, useSession } from '../session/session.ts'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './MemberMenu.module.css'

/** The menu of the signed-in member. */
export function MemberMenu() {
  const { member } = useSession()
  const { hasDocumentation } = useInstallation()
  const { mutate } = useMutation({ mutationFn: signOut })
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={`Account of ${member.name}`}>
          <Monogram id={member.id} name={member.name} size={30} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <strong>{member.name}</strong>
          <span>{member.username}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={18} stroke={1.7} aria-hidden="true" />}>
          Your account
        </Menu.Item>
        {hasDocumentation && (
          <Menu.Item component="a" href="/" leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden="true" />}>
            Documentation
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} aria-hidden="true" />} onClick={() => mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

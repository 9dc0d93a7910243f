import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconBook2, IconCheck, IconLanguage, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useInstallation } from '../common/installation/queries.ts'
import { signOut, useSession } from '../session/session.ts'
import { changeLanguage, currentLanguage, type Language, languageNames } from '../ui/language.ts'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './MemberMenu.module.css'

/** The menu of the signed-in member. */
export function MemberMenu() {
  const { t } = useLingui()
  const { member } = useSession()
  const { hasDocumentation } = useInstallation()
  const { mutate } = useMutation({ mutationFn: signOut })
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={t`Account of ${member.name}`}>
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
          <Trans>Your account</Trans>
        </Menu.Item>
        <LanguageMenu />
        {hasDocumentation && (
          <Menu.Item component="a" href="/" leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden="true" />}>
            <Trans>Documentation</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} aria-hidden="true" />} onClick={() => mutate()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function LanguageMenu() {
  const languages = Object.entries(languageNames) as [Language, string][]
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconLanguage size={18} stroke={1.7} aria-hidden="true" />}>
          <Trans>Language</Trans>
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {languages.map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === currentLanguage()}
            rightSection={language === currentLanguage() && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => changeLanguage(language)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

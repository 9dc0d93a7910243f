import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Kbd, UnstyledButton } from '@mantine/core'
import { openSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconMoon, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { applicationsQuery } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { useColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './CommandPalette.module.css'
import { applicationPath, type Place } from './places.ts'
import { useFoundUsers } from './use-found-users.tsx'
import { useApplicationPlaces, useInstallationPlaces } from './use-places.ts'

/** Opens the command palette. */
export function SearchButton() {
  const { t } = useLingui()
  return (
    <UnstyledButton className={styles.button} onClick={openSpotlight}>
      <IconSearch size={16} stroke={1.8} aria-hidden="true" />
      <span>
        <Trans>Search or jump to…</Trans>
      </span>
      <Kbd className={styles.keys}>{/Mac|iP/.test(navigator.platform) ? '⌘K' : t`Ctrl K`}</Kbd>
    </UnstyledButton>
  )
}

/** Every page, application, and user by name: Ctrl+K. */
export function CommandPalette() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const pages = usePages()
  const { group: users, ...search } = useFoundUsers(query)
  const applications = useApplications()
  const commands = useCommands()
  return (
    <Spotlight
      actions={[...pages, applications, users, commands].filter(({ actions }) => actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K', '/']}
      nothingFound={describeNothing(search)}
      searchProps={{
        placeholder: t`Search pages, applications, and users`,
        'aria-label': t`Search pages, applications, and users`,
        leftSection: <IconSearch size={18} stroke={1.8} aria-hidden="true" />,
        rightSection: <KeyHints />,
        rightSectionWidth: 'auto',
        onFocus: selectFirst,
      }}
      highlightQuery
      limit={12}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ action: styles.action!, actionsGroup: styles.group! }}
    />
  )
}

/** Why there is nothing to see: users of other applications can be found on the pages of these. */
function describeNothing({ searched, isSearching }: { searched: number | undefined; isSearching: boolean }): string {
  if (isSearching) return i18n._(msg`Searching…`)
  return searched === undefined
    ? i18n._(msg`Nothing matches. Try the name of a page, an application, or a user.`)
    : i18n._(
        msg`Nothing matches. Only users of the first ${{ searched }} applications were searched: open another application to search its users.`,
      )
}

/** Spotlight selects a row only after a key; with this one, Enter opens the first row at once. */
const selectFirst = ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
  currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }))

const KeyHints = () => (
  <span className={styles.hints} aria-hidden="true">
    <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> <Kbd size="xs">Enter</Kbd> <Kbd size="xs">Esc</Kbd>
  </span>
)

function usePages(): SpotlightActionGroupData[] {
  const { t } = useLingui()
  const go = useNavigate()
  const { applicationId } = useParams()
  const own = useApplicationPlaces(applicationId)
  const installation = useInstallationPlaces()
  const toAction = ({ title, icon: Icon, keywords }: Place, path: string): SpotlightActionData => ({
    id: path,
    label: t(title),
    keywords: keywords ? t(keywords) : '',
    leftSection: <Icon size={18} stroke={1.7} aria-hidden="true" />,
    onClick: () => go(path),
  })
  return [
    {
      group: t`This application`,
      actions: own.map((place) => toAction(place, applicationPath(applicationId!, place))),
    },
    { group: t`Installation`, actions: installation.map((place) => toAction(place, place.path)) },
  ]
}

function useApplications(): SpotlightActionGroupData {
  const { t } = useLingui()
  const { data: applications = [] } = useQuery(applicationsQuery)
  const go = useNavigate()
  const actions = applications.map(({ id, name }) => ({
    id: `application-${id}`,
    label: name,
    description: id,
    leftSection: <Monogram id={id} name={name} size={24} />,
    onClick: () => go(`/applications/${id}`),
  }))
  return { group: t`Applications`, actions }
}

function useCommands(): SpotlightActionGroupData {
  const { t } = useLingui()
  const go = useNavigate()
  const canCreate = useHasRole('developer')
  const { other, toggle } = useColorSchemeToggle()
  const create = {
    id: 'create-application',
    label: t`Create an application`,
    leftSection: <IconPlus size={18} stroke={1.7} aria-hidden="true" />,
    onClick: () => go('/applications/new'),
  }
  const switchColors = {
    id: 'switch-colors',
    label: other === 'light' ? t`Switch to light colors` : t`Switch to dark colors`,
    keywords: t`theme mode appearance`,
    leftSection: <IconMoon size={18} stroke={1.7} aria-hidden="true" />,
    onClick: toggle,
  }
  return { group: t`Commands`, actions: canCreate ? [create, switchColors] : [switchColors] }
}

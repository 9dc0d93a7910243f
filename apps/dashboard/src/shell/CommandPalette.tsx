import { Kbd, UnstyledButton } from '@mantine/core'
import { openSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconMoon, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { applicationsQuery } from '../common/applications/queries.ts'
import { useHasRole } from '../session/session.ts'
import { useColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import styles from './CommandPalette.module.css'
import { applicationPath, type Place } from './places.ts'
import { useApplicationPlaces, useInstallationPlaces } from './use-places.ts'

/** Opens the command palette. */
export function SearchButton() {
  return (
    <UnstyledButton className={styles.button} onClick={openSpotlight}>
      <IconSearch size={16} stroke={1.8} aria-hidden="true" />
      <span>Search or jump to…</span>
      <Kbd className={styles.keys}>{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</Kbd>
    </UnstyledButton>
  )
}

/** Every page and application by name: Ctrl+K. */
export function CommandPalette() {
  const pages = usePages()
  const applications = useApplications()
  const commands = useCommands()
  return (
    <Spotlight
      actions={[...pages, applications, commands].filter(({ actions }) => actions.length > 0)}
      shortcut={['mod + K', '/']}
      nothingFound="Nothing matches. Try the name of a page or an application."
      searchProps={{
        placeholder: 'Search pages and applications',
        'aria-label': 'Search pages and applications',
        leftSection: <IconSearch size={18} stroke={1.8} aria-hidden="true" />,
      }}
      highlightQuery
      limit={12}
    />
  )
}

function usePages(): SpotlightActionGroupData[] {
  const go = useNavigate()
  const { applicationId } = useParams()
  const own = useApplicationPlaces(applicationId)
  const installation = useInstallationPlaces()
  const toAction = ({ title, icon: Icon, keywords = '' }: Place, path: string): SpotlightActionData => ({
    id: path,
    label: title,
    keywords,
    leftSection: <Icon size={18} stroke={1.7} aria-hidden="true" />,
    onClick: () => go(path),
  })
  return [
    { group: 'This application', actions: own.map((place) => toAction(place, applicationPath(applicationId!, place))) },
    { group: 'Installation', actions: installation.map((place) => toAction(place, place.path)) },
  ]
}

function useApplications(): SpotlightActionGroupData {
  const { data: applications = [] } = useQuery(applicationsQuery)
  const go = useNavigate()
  const actions = applications.map(({ id, name }) => ({
    id: `application-${id}`,
    label: name,
    description: id,
    leftSection: <Monogram id={id} name={name} size={24} />,
    onClick: () => go(`/applications/${id}`),
  }))
  return { group: 'Applications', actions }
}

function useCommands(): SpotlightActionGroupData {
  const go = useNavigate()
  const canCreate = useHasRole('developer')
  const { other, toggle } = useColorSchemeToggle()
  const create = {
    id: 'create-application',
    label: 'Create an application',
    leftSection: <IconPlus size={18} stroke={1.7} aria-hidden="true" />,
    onClick: () => go('/applications/new'),
  }
  const switchColors = {
    id: 'switch-colors',
    label: `Switch to ${other} colors`,
    keywords: 'theme mode appearance',
    leftSection: <IconMoon size={18} stroke={1.7} aria-hidden="true" />,
    onClick: toggle,
  }
  return { group: 'Commands', actions: canCreate ? [create, switchColors] : [switchColors] }
}

import { useLingui } from '@lingui/react/macro'
import type { MultiSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MultiPicker } from '../../ui/MultiPicker.tsx'
import { groupsQuery } from './queries.ts'

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  id: string
  value: readonly string[]
  onChange: (names: string[]) => void
}

/** Picks groups of an application by name. Those that were picked stay, even if no group has the name anymore. */
export function GroupsPicker({ id, value, onChange, ...props }: Props) {
  const { t } = useLingui()
  const { data = [] } = useQuery(groupsQuery(id))
  return (
    <MultiPicker
      {...props}
      data={[...new Set([...value, ...data.map(({ name }) => name)])]}
      value={[...value]}
      onChange={onChange}
      clearable
      nothingFoundMessage={data.length === 0 ? t`There are no groups yet` : t`No group has this name`}
    />
  )
}

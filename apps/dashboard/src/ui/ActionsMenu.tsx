import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** The menu of a page with the actions besides editing; the items are children. */
export const ActionsMenu = ({ children }: { children: ReactNode }) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}>
        <Trans>Actions</Trans>
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

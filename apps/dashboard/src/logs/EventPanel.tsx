import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Drawer, Tabs, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { EventType } from '../common/events/EventType.tsx'
import type { Event } from '../common/events/event.ts'
import type { Filters } from '../common/events/filters.ts'
import { translate } from '../common/service-texts/translate.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { InlineCode } from '../ui/InlineCode.tsx'
import { EventFacts } from './EventFacts.tsx'
import styles from './EventPanel.module.css'
import { Severity } from './Severity.tsx'

type Props = {
  id: string
  event: Event
  filters: Filters
  onFilter: (filters: Filters) => void
  /** Its neighbors in the list. */
  newer: Event | undefined
  older: Event | undefined
  onShow: (uuid: string) => void
  onClose: () => void
}

/** Everything about one event, next to the list. */
export function EventPanel({ event, newer, older, onShow, onClose, ...props }: Props) {
  const { t } = useLingui()
  const { eventId, severity } = event
  const summary = translate(event.msg)
  useHotkeys([
    ['k', () => newer && onShow(newer.uuid)],
    ['j', () => older && onShow(older.uuid)],
  ])
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="lg" transitionProps={{ duration: 120 }}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        <div className={styles.panelHead}>
          <div>
            <Drawer.Title className={styles.panelTitle} lang={summary.language}>
              <InlineCode text={summary.text} />
            </Drawer.Title>
            <p className={styles.panelType}>
              <EventType type={eventId} />
              <CopyButton text={eventId} what={t`type`} />
              <Severity severity={severity} />
            </p>
          </div>
          <div className={styles.panelButtons}>
            <Step label={t`Newer event (K)`} to={newer} Icon={IconChevronUp} onShow={onShow} />
            <Step label={t`Older event (J)`} to={older} Icon={IconChevronDown} onShow={onShow} />
            <Drawer.CloseButton size={32} aria-label={t`Close`} />
          </div>
        </div>
        <Drawer.Body className={styles.panelBody}>
          <Tabs defaultValue="details" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="details">
                <Trans>Details</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="json">
                <Trans>JSON</Trans>
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="details">
              <EventFacts event={event} {...props} onClose={onClose} />
            </Tabs.Panel>
            <Tabs.Panel value="json" className={styles.json}>
              <CodeBlock code={JSON.stringify(event, undefined, 2)} what={t`JSON`} title={t`API response`} />
            </Tabs.Panel>
          </Tabs>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

type StepProps = { label: string; to: Event | undefined; Icon: typeof IconChevronUp; onShow: (uuid: string) => void }

function Step({ label, to, Icon, onShow }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        // Not disabled: it would lose the focus at the end of the list.
        aria-disabled={to === undefined}
        data-disabled={to === undefined || undefined}
        onClick={() => to && onShow(to.uuid)}
      >
        <Icon size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

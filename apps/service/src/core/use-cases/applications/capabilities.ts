import { type CapabilityName, capabilityNames, findCapabilities } from '@thumbturn/contract/vocabulary/capabilities.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'

/** The capabilities that at least one of the applications has; the installation's own doesn't count. */
export function listCapabilities(
  { metadata }: Core,
  applications: readonly Application[],
): Record<CapabilityName, boolean> {
  const hasMetadata = metadata.state().models > 0
  const found = applications
    .filter(({ id }) => id !== ownApplicationId)
    .map(({ settings }) => findCapabilities({ settings, hasMetadata }))
  return Object.fromEntries(
    capabilityNames.map((name) => [name, found.some((capabilities) => capabilities[name])]),
  ) as Record<CapabilityName, boolean>
}

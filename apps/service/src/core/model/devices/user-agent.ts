import type { DeviceDescription } from './device.ts'

/** Reads a User-Agent header (RFC 9110 §10.1.5). What it does not recognise is left out; it never throws. */
export type UserAgents = {
  read(header: string): Pick<DeviceDescription, 'clientName' | 'clientVersion' | 'osName' | 'osVersion'>
}

/**
 * Fills what a client did not say of itself from its User-Agent header. A name and its version come from one source, and
 * the header is only read where a name is missing.
 */
export function withUserAgent(
  agents: UserAgents,
  said: DeviceDescription,
  header: string | undefined,
): DeviceDescription {
  if (header === undefined || (said.clientName && said.osName)) return said
  const { clientName, clientVersion, osName, osVersion } = agents.read(header)
  return {
    ...said,
    ...(!said.clientName && clientName && { clientName, ...(clientVersion && { clientVersion }) }),
    ...(!said.osName && osName && { osName, ...(osVersion && { osVersion }) }),
  }
}

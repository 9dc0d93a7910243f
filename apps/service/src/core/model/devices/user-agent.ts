import type { DeviceDescription } from './device.ts'

/** Reads a User-Agent header (RFC 9110 §10.1.5). Omits what it doesn't recognize; never throws. */
export type UserAgents = {
  read(header: string): Pick<DeviceDescription, 'clientName' | 'clientVersion' | 'osName' | 'osVersion'>
}

/**
 * Fills in missing fields from the User-Agent header. A name and its version come from the same source, and the header
 * is only read if a name is missing.
 */
export function withUserAgent(
  agents: UserAgents,
  report: DeviceDescription,
  header: string | undefined,
): DeviceDescription {
  if (header === undefined || (report.clientName && report.osName)) return report
  const { clientName, clientVersion, osName, osVersion } = agents.read(header)
  return {
    ...report,
    ...(!report.clientName && clientName && { clientName, ...(clientVersion && { clientVersion }) }),
    ...(!report.osName && osName && { osName, ...(osVersion && { osVersion }) }),
  }
}

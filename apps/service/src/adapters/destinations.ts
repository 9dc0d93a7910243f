import type { OpenDestination } from '../core/ports/destinations.ts'
import { openOtlp } from './destinations/otlp.ts'
import { openS3 } from './destinations/s3.ts'
import { openSplunk } from './destinations/splunk.ts'
import { openSyslog } from './destinations/syslog.ts'
import { openWebhook } from './destinations/webhook.ts'
import { parseNetworks } from './egress/addresses.ts'

type DestinationOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones. */
  networks: readonly string[]
  now: () => number
}

/** Opens destinations of every type. */
export function createDestinations({ networks, now }: DestinationOptions): OpenDestination {
  const context = { networks: parseNetworks(networks), now }
  return (connector) => {
    const { target } = connector
    switch (target.type) {
      case 'splunk':
        return openSplunk(context, { ...connector, target })
      case 'webhook':
        return openWebhook(context, { ...connector, target })
      case 'syslog':
        return openSyslog(context, { ...connector, target })
      case 'otlp':
        return openOtlp(context, { ...connector, target })
      case 's3':
        return openS3(context, { ...connector, target })
    }
  }
}

import { type Icon, IconAppWindow, IconDeviceMobile, IconDeviceTv, IconRobot, IconServer2 } from '@tabler/icons-react'
import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'

/** A kind of client for members. */
type TypeWords = { title: string; description: string; icon: Icon }

/** In the order of the page. */
export const clientTypes: Readonly<Record<ClientType, TypeWords>> = {
  web: {
    title: 'Web application',
    description: 'Runs on a server, which keeps a secret.',
    icon: IconServer2,
  },
  singlePage: {
    title: 'Single-page application',
    description: 'Runs in the browser, without a secret.',
    icon: IconAppWindow,
  },
  native: {
    title: 'Mobile or desktop app',
    description: 'Is installed on the devices of users, without a secret.',
    icon: IconDeviceMobile,
  },
  device: {
    title: 'Device or command line',
    description: 'Has no browser: users enter a code on another device.',
    icon: IconDeviceTv,
  },
  machine: {
    title: 'Machine',
    description: 'Acts for itself, without users, with a secret.',
    icon: IconRobot,
  },
}

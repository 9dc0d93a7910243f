import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type Icon, IconAppWindow, IconDeviceMobile, IconDeviceTv, IconRobot, IconServer2 } from '@tabler/icons-react'
import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'

/** A kind of client for members. */
type TypeWords = { title: MessageDescriptor; description: MessageDescriptor; icon: Icon }

/** In the order of the page. */
export const clientTypes: Readonly<Record<ClientType, TypeWords>> = {
  web: {
    title: msg`Web application`,
    description: msg`Runs on a server, which keeps a secret.`,
    icon: IconServer2,
  },
  singlePage: {
    title: msg`Single-page application`,
    description: msg`Runs in the browser, without a secret.`,
    icon: IconAppWindow,
  },
  native: {
    title: msg`Mobile or desktop app`,
    description: msg`Is installed on the devices of users, without a secret.`,
    icon: IconDeviceMobile,
  },
  device: {
    title: msg`Device or command line`,
    description: msg`Has no browser: users enter a code on another device.`,
    icon: IconDeviceTv,
  },
  machine: {
    title: msg`Machine`,
    description: msg`Acts for itself, without users, with a secret.`,
    icon: IconRobot,
  },
}

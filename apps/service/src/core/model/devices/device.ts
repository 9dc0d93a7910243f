/** The report of a client about its device; all fields are optional and unverified. */
export type DeviceDescription = {
  clientName?: string
  clientType?: string
  clientVersion?: string
  osArch?: string
  osName?: string
  osVersion?: string
  screenHeight?: number
  screenWidth?: number
  hasBluetooth?: boolean
}

/**
 * How a client identifies its device: by keys that it proved to hold (JWK thumbprints), and by an ID that it claims.
 */
export type DeviceClaim = { deviceId?: string | undefined; thumbprints: readonly string[] }

/** A device as a ceremony writes it. Times are milliseconds since 1970. */
export type Device = {
  id: string
  description: DeviceDescription
  /** The keys that it proved to hold, as JWK thumbprints; they are added to its existing ones. */
  thumbprints: readonly string[]
  at: number
}

/** A device as a user last used it. Times are milliseconds since 1970. */
export type SeenDevice = {
  id: string
  userId: string
  description: DeviceDescription
  /** All keys that it ever proved to hold (RFC 7638), in alphabetical order. */
  thumbprints: readonly string[]
  firstSeenAt: number
  lastSeenAt: number
}

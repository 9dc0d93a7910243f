/** What a client says of the machine it runs on; every member is optional and unverified. */
export type DeviceDescription = {
  clientName?: string
  clientType?: string
  clientVersion?: string
  osArch?: string
  osName?: string
  osVersion?: string
  screenHeight?: number
  screenWidth?: number
}

/** A device that a user signed in from. Times are milliseconds since 1970. */
export type Device = {
  id: string
  description: DeviceDescription
  at: number
}

/** Default port of each backend, and of the agent. */
export const ports = { bank: 4310, shop: 4320, wallet: 4330, agent: 4340 } as const

/** The setting that changes the port: bank, BANK_PORT. */
export const portSetting = (name: string): string => `${name.toUpperCase()}_PORT`

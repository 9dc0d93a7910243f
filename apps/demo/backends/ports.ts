/** Where each backend of the demo listens, and the agent beside them, unless its setting says otherwise. */
export const ports = { bank: 4310, shop: 4320, wallet: 4330, agent: 4340 } as const

/** The setting that moves it to another port: bank, BANK_PORT. */
export const portSetting = (name: string): string => `${name.toUpperCase()}_PORT`

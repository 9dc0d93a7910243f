/**
 * Calls of which only some run at a time. `stream`: it follows events for minutes. `export`, `import`: it sends or takes many
 * entries. `report`: it reads many counts or entries. `directory`: a search or a bulk request by SCIM.
 */
export const concurrencyClasses = ['stream', 'export', 'import', 'report', 'directory'] as const

export type ConcurrencyClass = (typeof concurrencyClasses)[number]

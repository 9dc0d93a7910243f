export const nodeFlags: readonly string[]
export const heapLimit: string
export const mallocArenas: string
export function tuneEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function listServingFlags(environment: NodeJS.ProcessEnv): readonly string[]

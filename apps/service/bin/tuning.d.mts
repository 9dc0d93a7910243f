export declare const nodeFlags: readonly string[]
export declare const heapLimit: string
export declare const mallocArenas: string
export declare function tuneEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export declare function listServingFlags(environment: NodeJS.ProcessEnv): readonly string[]

import { type Program, startProgram } from './program.ts'

/** A node of the service in a process of its own. */
export type RunningNode = Program & { url: string }

/** Starts a node from the program's main file with these settings and no others, and resolves once it is ready for traffic. */
export async function startNode(main: string, settings: NodeJS.ProcessEnv): Promise<RunningNode> {
  const url = `http://127.0.0.1:${settings.PORT}`
  const isReady = async () => (await fetch(`${url}/ready`)).ok
  return { ...(await startProgram([process.execPath, main], { env: settings, isReady })), url }
}

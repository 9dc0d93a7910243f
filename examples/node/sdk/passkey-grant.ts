import { thumbturn } from './thumbturn.ts'

export const passkeyGrant = (username: string): Promise<string> => thumbturn.grant(username, ['reg:write'])

import { thumbturn } from './thumbturn.ts'

export const grantPasskey = (username: string): Promise<string> => thumbturn.grant(username, { scopes: ['reg:write'] })

import { thumbturn } from './thumbturn.ts'

// #region check
const check = await thumbturn.verifyConfigSettings()
if (!check.isValid) console.error(check.code, check.message, check.solution)
// #endregion

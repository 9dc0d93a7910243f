// The pages of the dashboard: which of its folders may need which others. `test/architecture.test.ts` and `npm run shape` judge
// imports by them, given as `{ file, target }` with paths from the root.
import { relative, sep } from 'node:path'

export const dashboardFolder = 'apps/dashboard/src'

/** Folders that pages use, and that use no page. Every other folder is a page. */
const common = ['api', 'common', 'session', 'ui']
/** The modules that lead to the pages: the frame around them, and the table of routes. */
const leading = ['shell', 'main.tsx', 'routes.tsx']

/** The imports of a page by another page, or by what pages share. */
export const findImportsOfPages = (imports) =>
  imports.filter(({ file, target }) => {
    const [home, other] = [findHome(file), findHome(target)]
    return home !== other && !common.includes(other) && !leading.includes(home)
  })

/** The first folder (or the file) below src/ that a path lies in. */
const findHome = (path) => relative(dashboardFolder, path).split(sep)[0]

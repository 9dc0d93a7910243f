import { type BlockerFunction, useNavigate } from 'react-router'

const isDeleted = { isDeleted: true }

/**
 * Leads away from the page of what was just deleted, without a question for unsaved changes. Once the promise is fulfilled, that
 * page is closed, so that it can't read a list without it, and the browser's Back doesn't lead there.
 */
export function useLeave(): (to: string) => Promise<void> {
  const go = useNavigate()
  return async (to) => await go(to, { flushSync: true, replace: true, state: isDeleted })
}

/** Whether a page is left because what it showed was deleted. The browser keeps the state for its Back. */
export const isAfterDeletion: BlockerFunction = ({ nextLocation: { state }, historyAction }) =>
  historyAction !== 'POP' && state?.isDeleted === true

/** Nothing can be said yet, not even in which language: a line that moves only after a moment. */
export const Waiting = () => <div class="waiting" role="progressbar" aria-label="Thumbturn" />

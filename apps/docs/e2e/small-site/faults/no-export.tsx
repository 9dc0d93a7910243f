const Page = () => <p>Only the server has it.</p>

/** A page whose default export is missing, in the browser. */
export default typeof window === 'undefined' ? Page : undefined

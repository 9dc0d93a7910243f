// `prepack` of every workspace: the folders hold sources, which no project outside the repository could import.
console.error('This folder holds sources. `npm run pack` in the root of the repository builds what can be installed.')
process.exitCode = 1

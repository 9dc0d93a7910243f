/** The theme registers its grammars in every page; src/code/highlighter.ts does it when the highlighter is needed. */
module.exports = function registerLater() {
  return 'export default undefined'
}

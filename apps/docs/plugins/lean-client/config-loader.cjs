/** Settings of the build, which pages never read. */
const ofTheBuild = [
  'plugins',
  'themes',
  'presets',
  'headTags',
  'scripts',
  'stylesheets',
  'clientModules',
  'staticDirectories',
]

/** The configuration without settings of the build. Fails when the file no longer reads like that. */
module.exports = function pageSettings(source) {
  const [, json] = /export default (\{[\s\S]*\});?\s*$/.exec(source) ?? []
  if (json === undefined) throw new Error('docusaurus.config.mjs changed: look at plugins/lean-client')
  const kept = Object.entries(JSON.parse(json)).filter(([name]) => !ofTheBuild.includes(name))
  return `export default ${JSON.stringify(Object.fromEntries(kept))}`
}

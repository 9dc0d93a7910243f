const { join } = require('node:path')
const { withChangelog } = require('./changelog.mts')
const { withFacts } = require('./facts.mts')
const { withPrograms } = require('./programs.mts')
const { withPublication } = require('./publication.mts')
const { withSamples } = require('./sample.mts')

const root = join(__dirname, '../../../..')

/** Fills in the samples of a page, and has it built again when one of their files changes. */
module.exports = function samples(source) {
  const { page, files } = withSamples(root, withChangelog(withPrograms(withFacts(withPublication(source)))))
  for (const file of files) this.addDependency(join(root, file))
  if (source.includes('<Changelog />')) this.addDependency(join(root, 'CHANGELOG.md'))
  return page
}

/** One value of `/metrics`. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number }

/** Reads the text format of Prometheus (version 0.0.4). */
export const parseMetrics = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, content]) => [label!, content!])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

/** The sum of all samples with that name and these labels; undefined if there is none. */
export function findValue(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}) {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}

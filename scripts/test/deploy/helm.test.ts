import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadConfig } from '@thumbturn/service/config.ts'
import { Settings } from '@thumbturn/service/settings.ts'
import { parse, parseAllDocuments } from 'yaml'
import { createFolder, root } from '../programs/folder.ts'
import { findPrepared } from './prepared.ts'

type Port = { name?: string; port?: number | string; containerPort?: number }
type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { optional?: boolean } } }
type Container = { env: Variable[]; ports: Port[]; volumeMounts: { mountPath: string }[]; securityContext: object }
type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another shape, which the test compares
  spec: any
}
type Model = new (data: unknown) => { validate(): void }

const chart = join(root, 'deploy/helm/thumbturn')
const required = { baseUrl: 'https://id.example.com', existingSecret: 'thumbturn', trustedProxies: '10.42.0.0/16' }
const everything = {
  ...required,
  'settings.RATE_LIMIT_STORE': 'database',
  'settings.MAIL_FROM': 'no-reply@example.com',
  caConfigMap: 'authorities',
  'ingress.className': 'nginx',
  'ingress.tlsSecret': 'certificate',
  'ingress.applications': '{shop,bank}',
  'metrics.enabled': 'true',
  'metrics.serviceMonitor.enabled': 'true',
  'networkPolicy.enabled': 'true',
  'networkPolicy.from[0].namespaceSelector.matchLabels.name': 'ingress',
}

function runHelm(command: readonly string[], values: Readonly<Record<string, string>>) {
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return spawnSync(findPrepared('HELM_PATH'), [...command, ...set], { encoding: 'utf8' })
}

function render(values: Readonly<Record<string, string>>, options: readonly string[] = []): Resource[] {
  const template = ['template', 'id', chart, '--namespace', 'auth', '--kube-version', '1.31.0', ...options]
  const { status, stdout, stderr } = runHelm(template, values)
  assert.equal(status, 0, stderr)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource)
}

const find = (resources: readonly Resource[], kind: string) =>
  resources.find((resource) => resource.kind === kind) ?? assert.fail(`There is no ${kind}`)

const findContainer = (resources: readonly Resource[]): Container =>
  find(resources, 'Deployment').spec.template.spec.containers[0]

const models = join(root, 'lint/node_modules/kubernetes-models')

/** Checks resources against the schemas that Kubernetes publishes. */
async function validate(resources: readonly Resource[]) {
  for (const { apiVersion, kind, ...rest } of resources) {
    const exported = (await import(join(models, apiVersion, `${kind}.js`))) as Record<string, Model>
    const Model = exported[kind] ?? assert.fail(`There is no schema of ${kind}`)
    new Model({ apiVersion, kind, ...rest }).validate()
  }
}

/** The fields that Kubernetes doesn't know: what the schemas ignore, TypeScript finds in literals. */
function findUnknownFields(t: TestContext, resources: readonly Resource[]): string {
  const file = join(createFolder(t), 'resources.ts')
  const lines = resources.map((resource, index) => {
    const type = `import('${join(models, resource.apiVersion, resource.kind)}').I${resource.kind}`
    return `export const resource${index}: ${type} = ${JSON.stringify(resource)}`
  })
  writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', '', '--module', 'nodenext']
  return spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], { encoding: 'utf8' }).stdout
}

test('the chart has no findings of helm lint', () => {
  const { status, stdout } = runHelm(['lint', '--strict', chart, '--kube-version', '1.31.0'], everything)
  assert.equal(status, 0, stdout)
})

for (const [name, values, kinds] of [
  ['the least values', required, ['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service']],
  [
    'everything switched on',
    everything,
    ['Deployment', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'ServiceMonitor'],
  ],
  [
    'one replica without an ingress',
    { ...required, replicas: '1', 'ingress.enabled': 'false' },
    ['Deployment', 'Service'],
  ],
] as const)
  test(`with ${name}, every resource is valid for Kubernetes`, async (t) => {
    const resources = render(values)
    assert.deepEqual(resources.map(({ kind }) => kind).sort(), kinds)
    const known = resources.filter(({ kind }) => kind !== 'ServiceMonitor')
    await validate(known)
    assert.equal(findUnknownFields(t, known), '')
  })

test('a misspelled field and a wrong type are found', async (t) => {
  const deployment = find(render(required), 'Deployment')
  const withSpec = (changes: object) => [{ ...deployment, spec: { ...deployment.spec, ...changes } }]
  assert.match(findUnknownFields(t, withSpec({ replica: 2 })), /"replica"' does not exist/)
  await assert.rejects(validate(withSpec({ replicas: 'two' })), /replicas/)
})

test('the pods run as the image does: without privileges, writing to volumes only', () => {
  const { spec } = find(render(required), 'Deployment').spec.template
  assert.equal(spec.securityContext.runAsNonRoot, true)
  assert.equal(spec.automountServiceAccountToken, false)
  const { securityContext, volumeMounts } = findContainer(render(required))
  assert.deepEqual(securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  assert.deepEqual(
    volumeMounts.map(({ mountPath }) => mountPath),
    ['/var/lib/thumbturn', '/tmp'],
  )
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  assert.match(
    dockerfile,
    new RegExp(`^USER ${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}$`, 'm'),
  )
})

test('the probes are those of the documentation', () => {
  const documented = parse(readFileSync(join(root, 'examples/yaml/probes.yaml'), 'utf8')) as Record<string, object>
  const { spec } = find(render(required), 'Deployment').spec.template
  const container = findContainer(render(required)) as unknown as Record<string, { httpGet: { port: unknown } }>
  for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const probe = structuredClone(container[name]!)
    probe.httpGet.port = 4300
    assert.deepEqual(probe, documented[name])
  }
  // Longer than the five seconds before SIGTERM and those after it.
  assert.ok(spec.terminationGracePeriodSeconds >= 10)
})

test('the service accepts the settings that the chart makes, and secrets come from the Secret only', () => {
  const { env } = findContainer(render(everything))
  const names = env.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => !(name in Settings.properties)),
    [],
  )
  const values = env.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value] as const)
  const { CA_FILE, ...others } = Object.fromEntries(values)
  const { volumeMounts } = findContainer(render(everything))
  assert.ok(volumeMounts.some(({ mountPath }) => CA_FILE === `${mountPath}/ca.pem`))
  const config = loadConfig(others)
  assert.deepEqual([config.BASE_URL, config.TRUSTED_PROXIES], [required.baseUrl, required.trustedProxies])
  const secrets = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional !== true && valueFrom)
  assert.deepEqual(secrets.map(({ name }) => name).sort(), ['DATABASE_URL', 'METRICS_TOKEN', 'THUMBTURN_MASTER_KEY'])
})

test('settings that YAML takes for numbers and booleans reach the service as they were written', (t) => {
  const path = join(createFolder(t), 'values.yaml')
  const written = { RATE_LIMITS: 'off', MIGRATE_AT_START: 'on', THUMBTURN_MESSAGE_QUEUE: '1000000', STOP_DELAY_MS: '0' }
  const lines = Object.entries(written).map(([name, value]) => `  ${name}: ${value}\n`)
  writeFileSync(path, `settings:\n${lines.join('')}`)
  const { env } = findContainer(render(required, ['--values', path]))
  const values = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  assert.deepEqual(Object.fromEntries(Object.keys(written).map((name) => [name, values[name]])), written)
})

test('services, policies, and budgets select the pods, and name ports that these have', () => {
  const resources = render(everything)
  const { labels } = find(resources, 'Deployment').spec.template.metadata
  const selectors = [
    find(resources, 'Deployment').spec.selector.matchLabels,
    find(resources, 'Service').spec.selector,
    find(resources, 'NetworkPolicy').spec.podSelector.matchLabels,
    find(resources, 'PodDisruptionBudget').spec.selector.matchLabels,
    find(resources, 'ServiceMonitor').spec.selector.matchLabels,
  ]
  for (const selector of selectors) assert.deepEqual({ ...labels, ...selector }, labels)
  const ports = findContainer(resources).ports.map(({ name }) => name)
  const used: Port[] = find(resources, 'NetworkPolicy').spec.ingress[0].ports
  assert.deepEqual(
    used.map(({ port }) => port),
    ports,
  )
  const { tls, rules } = find(resources, 'Ingress').spec
  const hosts = ['id.example.com', 'shop.id.example.com', 'bank.id.example.com']
  assert.deepEqual(tls, [{ hosts, secretName: 'certificate' }])
  assert.deepEqual(
    rules.map(({ host }: { host: string }) => host),
    hosts,
  )
})

for (const [name, values, message] of [
  ['no address', { ...required, baseUrl: '' }, /baseUrl/],
  ['an address without TLS', { ...required, baseUrl: 'http://id.example.com' }, /baseUrl/],
  ['an address with a path', { ...required, baseUrl: 'https://example.com/auth' }, /baseUrl/],
  ['no Secret', { ...required, existingSecret: '' }, /existingSecret/],
  ['a misspelled value', { ...required, replicaCount: '3' }, /replicaCount/],
  ['an ingress but no trusted proxies', { ...required, trustedProxies: '' }, /Set trustedProxies/],
  ['a network policy that names no peers', { ...required, 'networkPolicy.enabled': 'true' }, /Set networkPolicy\.from/],
  ['text for a number', { ...required, replicas: 'two' }, /replicas/],
] as const)
  test(`${name} is rejected`, () => {
    const { status, stderr } = runHelm(['template', 'id', chart, '--kube-version', '1.31.0'], values)
    assert.equal(status, 1)
    assert.match(stderr, message)
  })

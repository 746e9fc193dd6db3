import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { timeouts } from '../db/postgres/connections/timeouts.ts'
import { readConfig, Settings } from '../server/config/config.ts'
import { maxZipBytes } from '../server/features/authoring/import/zip/open-zip.ts'
import { pieceBytes } from '../server/features/courses/uploads/staging.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function manifestsOf(name: string): any[] {
  return parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
}

const [configuration] = manifestsOf('configuration')
const [secret] = manifestsOf('secret.example')
const [deployment, service, budget, policy] = manifestsOf('lyceum')
const [migration] = manifestsOf('migration')

test('every setting in the manifests and in compose.yaml exists', () => {
  const compose = parse(read('compose.yaml'), { merge: true })
  const named = [
    ...Object.keys(configuration.data),
    ...Object.keys(compose.services.first.environment),
  ].filter((name) => !name.startsWith('AWS_'))
  expect(named.filter((name) => !Object.hasOwn(Settings.shape, name))).toEqual([])
})

test('the server accepts the settings of compose.yaml and of the manifests', () => {
  const image = { NODE_ENV: 'production', DATA_DIR: '/var/lib/lyceum' }
  const { environment } = parse(read('compose.yaml'), { merge: true }).services.first
  const filled = Object.entries<string>(environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\w+:\?\}/g, 'a-secret-of-your-own'),
  ])
  expect(readConfig({ ...image, ...Object.fromEntries(filled) })).toMatchObject({
    production: true,
    redisUrl: 'redis://counts:6379/0',
  })

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-deploy-'))
  for (const [name, value] of Object.entries<string>(secret.stringData))
    writeFileSync(join(folder, name), value)
  const mounted = Object.entries<string>(configuration.data).map(([name, value]) => [
    name,
    value.replace('/run/secrets/lyceum', folder),
  ])
  expect(readConfig({ ...image, ...Object.fromEntries(mounted) })).toMatchObject({
    databaseUrl: secret.stringData['database-url'],
    redisUrl: secret.stringData['redis-url'],
  })
  rmSync(folder, { recursive: true })
})

test('the database of compose.yaml has the timeouts that a server behind a pooler asks for', () => {
  const { content } = parse(read('compose.yaml')).configs.timeouts
  for (const [name, milliseconds] of Object.entries(timeouts))
    expect(content).toContain(`set ${name} = '${milliseconds / 1_000}s';`)
})

test('each secret that a setting names is in the example, and mounted where it is read', () => {
  const files = Object.entries<string>(configuration.data)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, file]) => file)
  expect(files.map((file) => file.split('/').at(-1)).sort()).toEqual(
    Object.keys(secret.stringData).sort(),
  )
  for (const { spec } of [deployment.spec.template, migration.spec.template])
    expect(spec.containers[0].volumeMounts).toContainEqual({
      name: 'secrets',
      mountPath: '/run/secrets/lyceum',
      readOnly: true,
    })
})

test('what is applied for each version replaces no secret', () => {
  const kinds = ['configuration', 'migration', 'lyceum']
    .flatMap((name) => manifestsOf(name))
    .map(({ kind }) => kind)
  expect(kinds).toContain('ConfigMap')
  expect(kinds).not.toContain('Secret')
})

test('containers have a read-only root, no capabilities and the user of the image', () => {
  const [, user] = /^USER (\d+):/m.exec(read('Dockerfile')) ?? []
  for (const { spec } of [deployment.spec.template, migration.spec.template]) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
})

test('what stops a server waits for its delay and for what is in progress', () => {
  const production = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/lyceum',
    PUBLIC_URL: 'https://learn.example.org',
    SMTP_URL: 'smtps://mail.example.org',
  })
  const needed = production.drainDelayMilliseconds / 1_000 + 10
  const { spec } = deployment.spec.template
  const [, systemd] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/lyceum.service')) ?? []
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  expect(Number(systemd)).toBeGreaterThan(needed)
  const { periodSeconds, failureThreshold } = spec.containers[0].readinessProbe
  expect(periodSeconds * failureThreshold * 1_000).toBeLessThan(production.drainDelayMilliseconds)
})

test('service, disruption budget, network policy and spread select the servers', () => {
  const { labels } = deployment.spec.template.metadata
  const selectors = [
    service.spec.selector,
    budget.spec.selector.matchLabels,
    policy.spec.podSelector.matchLabels,
    deployment.spec.selector.matchLabels,
    deployment.spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
  ]
  for (const selector of selectors) expect(selector).toEqual(labels)
  expect(migration.spec.template.metadata.labels).not.toEqual(labels)
})

test('nginx lets every body through that the server takes, and keeps no addresses of files', () => {
  const site = read('deploy/nginx.conf')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(site) ?? []
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(Math.max(maxZipBytes, pieceBytes))
  const [, media = ''] = /location \/media\/ \{([^}]+)\}/.exec(site) ?? []
  expect(media).toContain('proxy_pass http://lyceum;')
  expect(media).toContain('proxy_buffering off;')
  expect(media).toContain('access_log off;')
  // A header that a location sets would replace all of them.
  expect(media).not.toContain('proxy_set_header')
})

test('nginx waits for the end of an upload as long as the SDK does', () => {
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(read('deploy/nginx.conf')) ?? []
  const { maxFileBytes } = readConfig({ MEDIA_STORAGE: 'folder' }).media
  expect(Number(seconds)).toBeGreaterThanOrEqual(60 + maxFileBytes / 10_000_000)
})

test('no keys, settings or tests get into the image', () => {
  const ignored = read('.dockerignore').split('\n')
  expect(ignored.find((line) => line !== '' && !line.startsWith('#'))).toBe('*')
  expect(ignored).toEqual(expect.arrayContaining(['**/.env*', '**/keys.json', '**/*.test.ts']))
})

test('the seccomp profile is plain for every runtime, and allows what the browser needs', () => {
  interface Rule {
    names: string[]
    action: string
    args?: object[]
  }
  const { syscalls } = JSON.parse(read('deploy/seccomp.json')) as { syscalls: Rule[] }
  // Conditions such as `includes` are Docker's and Podman's; containerd reads over them.
  const fields = new Set(syscalls.flatMap((rule) => Object.keys(rule)))
  expect([...fields].sort()).toEqual(['action', 'args', 'errnoRet', 'names'])
  const named = (action: string) =>
    syscalls
      .filter((rule) => rule.action === action && rule.args === undefined)
      .flatMap(({ names }) => names)
  const allowed = named('SCMP_ACT_ALLOW')
  expect(allowed).toEqual(expect.arrayContaining(['chroot', 'clone', 'clone3', 'unshare']))
  // Where two rules name a system call, the runtime decides which one holds.
  expect(named('SCMP_ACT_ERRNO').filter((name) => allowed.includes(name))).toEqual([])
  for (const name of ['mount', 'setns', 'bpf', 'init_module']) expect(allowed).not.toContain(name)
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { forAllTests, startApi } from './api.ts'

const api = await forAllTests(startApi())

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Rule {
  record?: string
  alert?: string
  expr: string
}

function rulesIn(path: string): Rule[] {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(read(path))
  return groups.flatMap(({ rules }) => rules)
}

const recording = rulesIn('deploy/monitoring/recording.rules.yml')
const alerts = rulesIn('deploy/monitoring/alerts.rules.yml')
const board: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('deploy/monitoring/grafana-board.json'),
)
const page = read('docs/observability.md')

/** Exists where RATE_LIMIT_STORE is set. */
const elsewhere = ['lyceum_rate_limit_store_reachable']

/** The metrics that are used, without the endings that a histogram adds. */
function metricsIn(text: string): string[] {
  const names = text.match(/(?<![\w:])(?:lyceum|nodejs|process)_\w+/g) ?? []
  return [...new Set(names)].map((name) => name.replace(/_(bucket|count|sum)$/, ''))
}

async function exposedMetrics(): Promise<string[]> {
  const { text } = await api.request('GET /metrics')
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
}

describe('monitoring', () => {
  test('every metric of the rules, the board and the documentation exists', async () => {
    const exposed = new Set([...(await exposedMetrics()), ...elsewhere])
    const expressions = [...recording, ...alerts].map(({ expr }) => expr)
    const panels = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const used = metricsIn([...expressions, ...panels, page].join('\n'))

    expect(used.length).toBeGreaterThan(25)
    expect(used.filter((name) => !exposed.has(name))).toEqual([])
  })

  test('every metric of the service is documented, and on the board or in a rule', async () => {
    const own = (await exposedMetrics()).filter((name) => name.startsWith('lyceum_'))
    const described = new Set(metricsIn(page))
    const used = new Set(metricsIn(JSON.stringify([recording, alerts, board])))

    expect(own.filter((name) => !described.has(name))).toEqual([])
    expect(own.filter((name) => !used.has(name) && name !== 'lyceum_data_unchecked')).toEqual([])
  })

  test('every recorded series that is used is recorded', () => {
    const recorded = new Set(recording.map(({ record }) => record))
    const expressions = [...recording, ...alerts].map(({ expr }) => expr)
    const used = [...expressions, JSON.stringify(board)].join('\n').match(/lyceum:[\w:]+/g) ?? []
    expect(used.filter((name) => !recorded.has(name))).toEqual([])
  })

  test('every alert is documented, and has a test in which it fires', () => {
    const names = alerts.map(({ alert = '' }) => alert)
    const tests = read('deploy/monitoring/rules.test.yml')
    expect(names.filter((name) => !tests.includes(`alertname="${name}"`))).toEqual([])
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('the metrics follow the conventions of Prometheus', async () => {
    const { text } = await api.request('GET /metrics')
    const own = [...text.matchAll(/^# TYPE (lyceum_\S+) (\w+)/gm)]
    const wrong = own.filter(([, name = '', type]) => {
      if (type === 'counter') return !name.endsWith('_total')
      if (type === 'histogram') return !name.endsWith('_seconds')
      return name.endsWith('_total') || name.endsWith('_count')
    })
    expect(own.length).toBeGreaterThan(20)
    expect(wrong.map(([line]) => line)).toEqual([])
  })
})

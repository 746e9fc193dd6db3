import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { micromark } from 'micromark'
import { expect, test } from 'vitest'
import { findUnsafeTargets } from './unsafe-targets.ts'

/** `RUNS=10000 npx vitest run content/markdown` reads as many lessons as that. */
const runs = Number(process.env.RUNS ?? 1_000)

const readers = [true, false].map((html) => {
  const reader = new MarkdownIt({ html })
  reader.validateLink = () => true
  return (text: string) => reader.render(text)
})
const renderings = [
  ...readers,
  (text: string) => micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true }),
]

/** Whether a page has an address that a browser runs; asks the page, not the Markdown. */
function hasLiveScript(html: string): boolean {
  const page = html.replace(/<!--[\s\S]*?-->/gu, '')
  const attributes = page.matchAll(
    /<[a-z][^<>]*?\s(?:href|src|action)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/giu,
  )
  return attributes.some(([, double, single, bare]) => {
    const written = double ?? single ?? bare ?? ''
    const address = written
      .replace(/&#(\d+);?/gu, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/&#x([\da-f]+);?/giu, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/&colon;/giu, ':')
      .replace(/&(?:tab|newline);/giu, '')
      .replace(/&quot;/giu, '"')
      .replace(/&amp;/giu, '&')
    const { protocol = '' } = URL.parse(address, 'https://lyceum.example') ?? {}
    return ['javascript:', 'vbscript:'].includes(protocol)
  })
}

const target = fc.constantFrom(
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript\\:alert(1)',
  '<javascript:alert(1)>',
  '\n  javascript:alert(1)',
  `${' '.repeat(150)}javascript:alert(1)`,
  'https://example.org',
  'javascript.md',
)
const piece = fc.oneof(
  fc.tuple(fc.constantFrom('[a](', '![a]('), target).map(([start, to]) => `${start}${to})`),
  target.map((to) => `[a]: ${to}`),
  target.map((to) => `<a href="${to.trim().replace(/[<>]/gu, '')}">a</a>`),
  fc.constantFrom(
    '<javascript:alert(1)>',
    '[a]',
    '`',
    '``',
    '```',
    '~~~',
    '    ',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '| a | b |\n|---|---|\n| ',
    ' | c |',
    '\\',
    '---',
    '# a',
    'text',
    '\n',
    '\n\n',
    '`[a](javascript:alert(1))`',
    '```\n[a](javascript:alert(1))\n```',
    '[a][a]',
    'In javascript: alerts.',
    '<abbr title="JavaScript: a language">JS</abbr>',
    '<img src="a.png" alt="Data: ages">',
  ),
)
const lesson = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(7), { maxLength: 12 }))
  .map(([pieces, prefixes]) => {
    const containers = ['', '', '> ', '- ', '1. ', '  ', '    ', '> - ']
    return pieces
      .join('\n')
      .split('\n')
      .map((line, index) => `${containers[prefixes[index % (prefixes.length || 1)] ?? 0]}${line}`)
      .join('\n')
  })

/** A definition of a script is refused where any reader may take it, since readers differ. */
const scriptDefinition = /^[\s>\d.*+-]*\[a\]:\s*<?java(?!script\.md)/imu

const isLive = (text: string) =>
  // A definition is a link that waits to be used.
  renderings.some((render) => hasLiveScript(render(`[a]\n\n${text}`)))
const isRefused = (text: string) => findUnsafeTargets(text, { limit: 20 }).length > 0

test('no address that a renderer would make run is accepted', () => {
  fc.assert(
    fc.property(lesson, (text) => !isLive(text) || isRefused(text)),
    { numRuns: runs },
  )
})

// Reads the same lessons each time: among so few, one refused by chance would be too many.
test('what is harmless is hardly ever refused', () => {
  const lessons = fc.sample(lesson, { numRuns: 4 * runs, seed: 1 })
  const harmless = lessons.filter((text) => !isLive(text) && !scriptDefinition.test(text))

  expect(harmless.length).toBeGreaterThan(lessons.length / 20)
  expect(harmless.filter(isRefused).length / harmless.length).toBeLessThan(0.01)
})

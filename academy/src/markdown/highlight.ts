import hljs from 'highlight.js/lib/core'

/** Loads a language when a block of code is written in it. */
const languages = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}
const shortNames: Record<string, keyof typeof languages> = {
  ...{ sh: 'bash', shell: 'bash', console: 'bash', cs: 'csharp', 'c++': 'cpp', html: 'xml' },
  ...{ js: 'javascript', jsx: 'javascript', kt: 'kotlin', py: 'python', rb: 'ruby', rs: 'rust' },
  ...{ ts: 'typescript', tsx: 'typescript', yml: 'yaml' },
}

/** Some languages take the cube of its length: colors are not worth a page that stands still. */
const longestProgram = 5_000

/** The program as HTML with the classes of its parts; undefined where it stays without. */
export async function highlight(program: string, name: string): Promise<string | undefined> {
  const language = shortNames[name] ?? (name as keyof typeof languages)
  if (!Object.hasOwn(languages, language) || program.length > longestProgram) return undefined
  hljs.registerLanguage(language, (await languages[language]()).default)
  return hljs.highlight(program, { language }).value
}

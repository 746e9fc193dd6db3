import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Puts the pages for those who build on the SDK into its package: `npm pack` calls it. What lies
 * elsewhere in the repository is linked to there.
 */
const root = join(import.meta.dirname, '..')
const pages = ['build-a-client.md', 'frontends.md', 'assessment.md']
const { homepage } = JSON.parse(readFileSync(join(root, 'client-sdk/package.json'), 'utf8'))
const repository = String(homepage).replace(/\/client-sdk$/, '')

mkdirSync(join(root, 'client-sdk/docs'), { recursive: true })
for (const page of pages) {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  writeFileSync(join(root, 'client-sdk/docs', page), text.replace(/\]\(([^)]+)\)/g, linkTo))
}

function linkTo(link: string, target: string): string {
  const [file = ''] = target.split('#')
  if (file === '' || file.startsWith('http') || pages.includes(file)) return link
  if (/^\.\.\/client-sdk\/\w+\.md$/.test(file)) return `](${target.replace('client-sdk/', '')})`
  return `](${new URL(target, `${repository}/docs/`)})`
}

// Calls the server that the page came from, by whatever name that was reached. The token that you
// enter is only in the page's memory: it is gone with the page.
import { samplesOf } from './samples.js'

const explorer = document.querySelector('openapi-explorer')
const dark = matchMedia('(prefers-color-scheme: dark)')
paint()
dark.addEventListener('change', paint)

const answer = await fetch('/openapi.json')
const described = await answer.json()
document.querySelector('h1').append(` ${described.info.version}`)
explorer.setAttribute('server-url', location.origin)
explorer.addEventListener('spec-loaded', ({ detail }) => showNamed(detail.tags), { once: true })
await explorer.loadSpec({
  ...described,
  servers: [{ url: location.origin }],
  tags: described.tags.filter(({ name }) => name !== 'aliases'),
  paths: withSamples(withoutAliases(described.paths)),
})

/** Paints with a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3), light and dark. */
function paint() {
  const colors = dark.matches
    ? {
        'bg-color': '#12161d',
        'text-color': '#e8ebf0',
        'primary-color': '#8fb4ee',
        'secondary-color': '#8fb4ee',
        'nav-bg-color': '#1b212b',
        'nav-text-color': '#e8ebf0',
        'nav-hover-bg-color': '#323b49',
        'nav-hover-text-color': '#ffffff',
      }
    : {
        'bg-color': '#ffffff',
        'text-color': '#1c2430',
        'primary-color': '#27508f',
        'secondary-color': '#27508f',
        'nav-bg-color': '#f3f4f7',
        'nav-text-color': '#1c2430',
        'nav-hover-bg-color': '#dde1e8',
        'nav-hover-text-color': '#1c2430',
      }
  for (const [name, value] of Object.entries(colors)) explorer.setAttribute(name, value)
}

/** Shows the operation that a link names as `/docs#tag/courses/courses_list`. */
function showNamed(tags) {
  const [, id] = /^#\/?(?:tag\/)?[\w-]+\/(\w+)$/.exec(location.hash) ?? []
  const operation = tags.flatMap(({ paths }) => paths).find(({ operationId }) => operationId === id)
  if (operation !== undefined) setTimeout(() => explorer.scrollTo(operation.elementId))
}

/** Omits aliases, which the description of an operation names: each would be shown again. */
function withoutAliases(paths) {
  const canonical = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).filter(([, operation]) => operation['x-alias-of'] === undefined),
    ),
  ])
  return Object.fromEntries(canonical.filter(([, item]) => Object.keys(item).length > 0))
}

function withSamples(paths) {
  for (const [path, { parameters: shared = [], ...item }] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const parameters = [...shared, ...(operation.parameters ?? [])]
      const place = { path, method, operation, parameters }
      operation['x-code-samples'] = samplesOf(described, place)
    }
  return paths
}

import { lyceum } from '../../lyceum.ts'
import { language } from '../../texts/texts.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { useMayCall } from './door.tsx'

/** Returns the subjects of the catalogue, and their names in the reader's language. */
export function useSubjects() {
  const options = { enabled: useMayCall('courses.subjects') === true, staleTime: 300_000 }
  const { data } = useRead(lyceum.courses.subjects, undefined, options)
  const items = data?.items ?? []
  const named = new Map(items.map(({ slug, names }) => [slug, names[language]]))
  return { subjects: items, nameOf: (slug: string) => named.get(slug) ?? readable(slug) }
}

/** Makes `web-development` "Web development", where the school gave no name. */
function readable(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

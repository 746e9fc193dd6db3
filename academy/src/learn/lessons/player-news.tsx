import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { TextLink } from '../../ui/link.tsx'
import { toCourse } from '../courses/links.ts'

const daysShown = 7

/** Names the newest announcement of the last week, in one line that leads to it. */
export function PlayerNews({ courseId, slug }: { courseId: string; slug: string }) {
  const { data } = useRead(lyceum.me.announcements, { courseId, limit: 1 }, { staleTime: 300_000 })
  const [newest] = data?.items ?? []
  const since = Date.now() - daysShown * 86_400_000
  if (newest === undefined || Date.parse(newest.postedAt) < since) return null
  return (
    <p className="mx-auto mb-4 flex max-w-3xl gap-2 text-sm text-muted">
      <TextLink
        {...toCourse(slug)}
        hash={`announcement-${newest.id}`}
        className="shrink-0 whitespace-nowrap"
      >
        {t('announcements.new')}
      </TextLink>
      <bdi className="truncate">{newest.text}</bdi>
    </p>
  )
}

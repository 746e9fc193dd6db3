import type { LearnersAnnouncement } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { t } from '../../texts/texts.ts'
import { List } from '../../ui/data/list.tsx'
import { showInstant } from '../../ui/format.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Section } from '../../ui/page.tsx'

/** Lists what the learner is told about the course; nothing without any. */
export function CourseAnnouncements({ courseId }: { courseId: string }) {
  const query = useInfiniteQuery(kept(infiniteQueryOptions(lyceum.me.announcements, { courseId })))
  if (query.data === undefined || query.data.length === 0) return null
  return (
    <Section title={t('announcements.title')}>
      <List
        query={query}
        className="flex flex-col gap-4"
        each={(announcement) => <Announcement announcement={announcement} />}
      />
    </Section>
  )
}

/** Shows an announcement; one that the address names comes into view. */
function Announcement({ announcement }: { announcement: LearnersAnnouncement }) {
  const { id, text, author, postedAt, editedAt } = announcement
  const isMeant = useLocation().hash === `announcement-${id}`
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  return (
    <article
      id={`announcement-${id}`}
      ref={place}
      className={`rounded-xl border p-4 ${isMeant ? 'border-brand' : 'border-line'}`}
    >
      <p className="mb-2 text-sm text-muted">
        {author !== null && <bdi>{author.name} · </bdi>}
        {showInstant(postedAt)}
        {editedAt !== null && ` · ${t('announcements.edited')}`}
      </p>
      <LinkedText text={text} />
    </article>
  )
}

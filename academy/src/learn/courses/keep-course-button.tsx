import type { Course } from '@lyceum/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { mayKeepMedia } from '../../offline/kept-media.ts'
import { readerId } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { showBytes } from '../../ui/format.ts'
import { preloadPages } from '../preload.ts'
import { keepCourse, keptCourses, removeCourse, tidy } from './keep-course.ts'

/** Keeps a course on the device, for when there is no network: its size is said before. */
export function KeepCourse({ course }: { course: Course }) {
  const keptKey = ['kept', readerId()]
  const queries = useQueryClient()
  const { data: kept } = useQuery({
    queryKey: keptKey,
    queryFn: keptCourses,
    networkMode: 'always',
    enabled: mayKeepMedia,
  })
  const own = kept?.find(({ courseId }) => courseId === course.id)
  const remove = useMutation({
    mutationFn: () => removeCourse(course.id),
    meta: { changesNothingElse: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: keptKey }),
  })
  if (!mayKeepMedia || kept === undefined) return null
  if (own === undefined) return <Offer course={course} queryKey={keptKey} />
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <p role="status">{t('keep.kept', { size: showBytes(own.bytes) })}</p>
      {own.missing > 0 && <p className="text-muted">{t('keep.missing', { count: own.missing })}</p>}
      <Button isPending={remove.isPending} onClick={() => remove.mutate()}>
        {t('keep.remove')}
      </Button>
    </div>
  )
}

function Offer({ course, queryKey }: { course: Course; queryKey: readonly unknown[] }) {
  const [withVideos, setVideos] = useState(false)
  const [done, setDone] = useState({ done: 0, count: 0 })
  const queries = useQueryClient()
  const router = useRouter()
  const { data: size } = useRead(lyceum.me.courseSize, { courseId: course.id })
  const keep = useMutation({
    mutationFn: async () => {
      await requireRoom((size?.bytes ?? 0) + (withVideos ? (size?.videoBytes ?? 0) : 0))
      const onProgress = (done: number, count: number) => setDone({ done, count })
      await preloadPages(router)
      return keepCourse(course, { withVideos, onProgress })
    },
    meta: { changesNothingElse: true, showsErrors: true },
    onError: () => tidy(),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  if (size === undefined) return null
  const { bytes, videoBytes } = size
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <p className="text-muted">{t('keep.text')}</p>
      {videoBytes > 0 && (
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={withVideos}
            onChange={({ target }) => setVideos(target.checked)}
            className="size-5 shrink-0 accent-brand"
          />
          {t('keep.withVideos', { size: showBytes(videoBytes) })}
        </label>
      )}
      <Button isPending={keep.isPending} onClick={() => keep.mutate()}>
        {t('keep.start', { size: showBytes(bytes + (withVideos ? videoBytes : 0)) })}
      </Button>
      <p role="status">{keep.isPending && done.count > 0 && t('keep.running', done)}</p>
      {keep.error !== null && (
        <p role="alert" className="text-bad">
          {isFull(keep.error) ? t('keep.full') : messageOf(keep.error)}
        </p>
      )}
    </div>
  )
}

/** Refuses before anything is fetched; where the browser says nothing, the attempt shows it. */
async function requireRoom(bytes: number): Promise<void> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  if (quota !== undefined && bytes > quota - usage)
    throw new DOMException('There is no room.', 'QuotaExceededError')
}

const isFull = (error: Error) => error.name === 'QuotaExceededError'

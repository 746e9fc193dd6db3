import type { Notification } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { findText, t } from '../../texts/texts.ts'
import { showDay, showInstant, showMoney } from '../../ui/format.ts'
import { toCourse, toLesson } from '../courses/links.ts'

/** Leads to its very place; going there marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, title, lesson, createdAt, readAt } = notification
  // Fails silently, such as without a network: it stays unread.
  const { mutate } = useMutation({
    ...mutationOptions(lyceum.me.readNotification),
    meta: { showsErrors: true },
  })
  return (
    <Link
      {...placeOf(notification)}
      onClick={() => readAt === null && mutate({ notificationId: id })}
      className="flex items-baseline gap-3 border-b border-line px-2 py-3 hover:bg-panel"
    >
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${readAt === null ? 'bg-brand' : ''}`}
      />
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className={`block wrap-break-word ${readAt === null ? 'font-semibold' : ''}`}
        >
          {readAt === null && <span className="sr-only">{t('notifications.unread')} </span>}
          {sayOf(notification)}
        </span>
        <span className="text-sm text-muted">
          {lesson !== null && title !== null && <bdi>{title} · </bdi>}
          {showInstant(createdAt)}
        </span>
      </span>
    </Link>
  )
}

function sayOf({ kind, done, day, amount, title, lesson, version, count }: Notification): string {
  const values = {
    ...{ title: title ?? '', lesson: lesson ?? title ?? '', version: version ?? 0 },
    ...{ count: count ?? 0, day: day === null ? '' : showDay(day) },
    amount: amount === null ? '' : showMoney(amount),
  }
  const key = `notification.${kind}`
  const whenDone = done === true ? findText(`${key}.done`, values) : undefined
  return whenDone ?? findText(key, values) ?? t('notifications.other')
}

/** Returns where a notification leads. */
function placeOf({ kind, courseId, lessonKey, subjectId }: Notification) {
  const course = courseId ?? ''
  switch (kind) {
    case 'reminder':
      return { to: '/learning' } as const
    case 'certificate-ready':
    case 'certificate-expiry':
      return { to: '/learning/certificates' } as const
    case 'payment-received':
    case 'refund-made':
      return { to: '/checkout', search: { transaction: subjectId ?? '' } } as const
    case 'member-added':
    case 'review-requested':
    case 'draft-approved':
    case 'changes-requested':
      return { to: '/studio/$course', params: { course } } as const
    case 'announcement':
      return { ...toCourse(course), hash: `announcement-${subjectId}` }
    case 'question-asked':
      return {
        ...({ to: '/studio/$course/threads', params: { course } } as const),
        hash: `question-${subjectId}`,
      }
    case 'question-answered':
      return { ...toLesson(course, lessonKey ?? ''), hash: `question-${subjectId}` }
    default:
      return lessonKey === null ? toCourse(course) : toLesson(course, lessonKey)
  }
}

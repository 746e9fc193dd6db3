import { threadChoice } from '@lyceum/sdk/staff-values'
import { useState } from 'react'
import { AskedThread } from '../../learn/threads/asked-thread.tsx'
import { ThreadItem } from '../../learn/threads/thread.tsx'
import { useAsked } from '../../learn/threads/use-asked.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'

/** Questions of the reader's learners: those that wait first, each answered in its place. */
export function ThreadsPage() {
  const { courseId } = useCourse()
  const [which, choose] = useState<(typeof threadChoice)[number]>('waiting')
  const asked = useAsked()
  const query = useList(lyceum.threads.taught, { courseId, which })
  return (
    <Page title={t('studio.threads')}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t('studio.threads')}</legend>
        {threadChoice.map((choice) => (
          <Button key={choice} aria-pressed={choice === which} onClick={() => choose(choice)}>
            {t(`threads.which.${choice}`)}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-col gap-3">
        <AskedThread listed={query.data ?? []} />
        <List
          query={query}
          empty={t('studio.threads.none')}
          each={(thread) => <ThreadItem thread={thread} isAsked={thread.id === asked} />}
          className="flex flex-col gap-3"
        />
      </div>
    </Page>
  )
}

import type { CourseFile } from '@lyceum/sdk'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Loading } from '../../ui/data/loaded.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { UploadButton, useUploads } from '../files/use-uploads.tsx'
import type { Edits } from './content.ts'

const MarkdownEditor = lazy(() =>
  import('./markdown-editor.tsx').then(({ MarkdownEditor }) => ({ default: MarkdownEditor })),
)

/** Edits a lesson's text, with a preview beside it. */
export function TextEditor({ value: text, onChange }: Edits<string>) {
  const { language, html, canWrite } = useCourse()
  const { files, upload, uploads } = useUploads()
  const shown = useDeferredValue(text)
  // Keeps what is typed while files upload.
  const now = useRef(text)
  useEffect(() => {
    now.current = text
  })

  async function insert(file: File): Promise<string> {
    const { path, type } = await upload(file)
    const name = file.name.replaceAll(/[[\]\\]/g, '\\$&')
    return `${type.startsWith('image/') ? '!' : ''}[${name}](${path})`
  }
  /** Inserts files in order; failed uploads report themselves. */
  async function insertAll(picked: readonly File[]): Promise<string[]> {
    const done = await Promise.allSettled(picked.map(insert))
    return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
  async function append(picked: File[]): Promise<void> {
    const inserted = await insertAll(picked)
    if (inserted.length > 0) onChange([now.current.trimEnd(), ...inserted].join('\n\n'))
  }

  return (
    <Section
      title={t('field.type.text')}
      actions={canWrite && <UploadButton label={t('writing.addFile')} onPick={append} />}
    >
      {uploads}
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0">
          <Suspense fallback={<Loading />}>
            <MarkdownEditor
              label={t('field.type.text')}
              language={language}
              value={text}
              isReadOnly={!canWrite}
              onChange={onChange}
              onFiles={insertAll}
            />
          </Suspense>
          <p className="mt-1 text-sm text-muted">{t('writing.textHint')}</p>
        </div>
        <div {...inLanguageOf(language)} className="min-w-0 rounded-lg border border-line p-3">
          <Markdown text={withAddresses(shown, files)} html={html} />
        </div>
      </div>
    </Section>
  )
}

/** Replaces the paths in a draft with the files' current URLs. */
function withAddresses(text: string, files: readonly CourseFile[]): string {
  return text.replaceAll(/\]\(([^)\s]+)/g, (all, path) => {
    const file = files.find((one) => one.path === path)
    return file === undefined ? all : `](${file.url}`
  })
}

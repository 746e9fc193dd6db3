import { Suspense, useDeferredValue } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Loading } from '../../ui/data/loaded.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Section } from '../../ui/page.tsx'
import { useUploads } from '../files/use-uploads.tsx'
import { withAddresses } from '../writing/addresses.ts'
import { MarkdownEditor, useWriting } from '../writing/use-writing.tsx'
import type { Edits } from './content.ts'

/** Edits a lesson's text. */
export function TextEditor({ value: text, onChange }: Edits<string>) {
  const editor = useWriting()
  const { upload, uploads } = useUploads()
  const { language, html, addressOf } = editor
  const shown = useDeferredValue(text)
  return (
    <Section title={t('field.type.text')}>
      {uploads}
      <Suspense fallback={<Loading />}>
        <MarkdownEditor
          {...editor}
          label={t('field.type.text')}
          value={text}
          onChange={onChange}
          upload={upload}
          preview={
            <div {...inLanguageOf(language)}>
              <Markdown text={withAddresses(shown, addressOf)} html={html} />
            </div>
          }
        />
      </Suspense>
      <p className="mt-1 text-sm text-muted">{t('writing.textHint')}</p>
    </Section>
  )
}

import type { ImportedDraft, SourcePreview } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { useCourse } from '../courses/course.ts'

/** Takes a course or a book from a zip, after a look at what was found in it. */
export function ImportCourse({ revision }: { revision: number }) {
  const { courseId } = useCourse()
  return (
    <FormDialog
      name="authored.import"
      to={lyceum.authoring.import}
      input={{ courseId, revision }}
      fields={['zip']}
      looks={{ zip: 'file!' }}
      without={['look']}
      send={async (input) => ({
        input,
        found: await lyceum.authoring.import.mutate({ ...input, look: true }),
      })}
      result={({ input, found }, close) => (
        <Form
          submit={t('authored.import.do')}
          done={t('authored.import.done')}
          isNext
          onSubmit={() => lyceum.authoring.import.mutate(input).then(close)}
        >
          <Found of={found} />
        </Form>
      )}
    />
  )
}

/** Says what was found, what it changes, what is left out, and what nobody could follow. */
export function Found({ of: found }: { of: ImportedDraft | SourcePreview }) {
  const { title, lessons, files, pages, renamed, changes, changeCount, warnings, warningCount } =
    found
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">
        <bdi>{title}</bdi>: {t('authored.import.found', { lessons, files })}
      </p>
      {changeCount === 0 && <p>{t('changes.none')}</p>}
      <Listed
        title={t('authored.import.changes', { count: changeCount })}
        items={changes.map(({ title: of, what }) => `${of}: ${t(`changes.${what}`)}`)}
      />
      <Listed title={t('authored.import.left')} items={pages.left} />
      <Listed
        title={t('authored.import.renamed')}
        items={renamed.map(({ title: of, from, to }) => `${of}: ${from} → ${to}`)}
      />
      <Listed
        lang="en"
        title={t('authored.import.warnings', { count: warningCount })}
        items={warnings.map(({ path, message }) => `${path}: ${message}`)}
      />
    </div>
  )
}

interface ListedProps {
  title: string
  items: readonly string[]
  /** The language of the items, where it is not the reader's. */
  lang?: string
}

function Listed({ title, items, lang }: ListedProps) {
  if (items.length === 0) return null
  return (
    <details>
      <summary className="font-medium">{title}</summary>
      <ul lang={lang} className="mt-1 list-disc ps-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  )
}

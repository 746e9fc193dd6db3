import type { DraftVideo, DraftVideoInput } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { LiveFields } from '../../ui/forms/fields.tsx'
import { ListEditor } from '../../ui/forms/list-editor.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import { partOf } from '../../ui/inputs/inputs.ts'
import { useCourse } from '../courses/course.ts'
import { AddFile, NamedFile, pictureFile } from '../files/file-field.tsx'
import { MarkdownField } from '../writing/markdown-field.tsx'
import type { Edits } from './content.ts'

const none = { sources: [], poster: null, captions: [], seconds: null, transcript: null }

type Source = DraftVideo['sources'][number]
type Caption = DraftVideo['captions'][number]

export function VideoFields(props: Edits<DraftVideo | null, DraftVideoInput | null>) {
  const { language } = useCourse()
  const video = props.value ?? none
  const { sources, captions } = video
  const change = (patch: Partial<DraftVideo>) => {
    const next = { ...video, ...patch }
    props.onChange(JSON.stringify(next) === JSON.stringify(none) ? null : next)
  }
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <ListEditor<Source>
        name="videoEditor.source"
        items={sources}
        onChange={(changed) => change({ sources: changed })}
        adding={(add) => (
          <div className="flex flex-col gap-3">
            <AddFile
              label={t('videoEditor.source.add')}
              kind="video"
              onAdd={(file) => add({ file })}
            />
            <Button look="quiet" onClick={() => add({ url: '' })}>
              {t('videoEditor.address')}
            </Button>
          </div>
        )}
      >
        {(source, set, index) =>
          'file' in source ? (
            <NamedFile path={source.file} />
          ) : (
            <LiveFields
              at={`video.sources.${index}`}
              kinds={{ url: 'url!' }}
              of={source}
              onChange={set}
            />
          )
        }
      </ListEditor>
      {sources.length > 0 && (
        <>
          <ListEditor<Caption>
            name="videoEditor.captions"
            items={captions}
            onChange={(changed) => change({ captions: changed })}
            adding={(add) => (
              <AddFile
                label={t('videoEditor.captions.add')}
                kind="text"
                onAdd={(file) => add({ language: languageIn(file) ?? language, label: null, file })}
              />
            )}
          >
            {(caption, set, index) => (
              <div className="flex flex-col gap-2">
                <LiveFields
                  className="grid gap-2 sm:grid-cols-2"
                  at={`video.captions.${index}`}
                  kinds={{ language: 'text!', label: 'text' }}
                  of={caption}
                  onChange={(changed) => set({ ...caption, ...changed })}
                />
                <NamedFile path={caption.file} />
              </div>
            )}
          </ListEditor>
          <PartFields
            at="video"
            part={partOf(lyceum.drafts.updateLesson, 'video')}
            fields={['poster', 'seconds']}
            looks={{ poster: pictureFile }}
            without={['sources', 'captions', 'transcript']}
            of={video}
            onChange={change}
            className="flex flex-col gap-4 md:col-span-2"
          />
          <div className="md:col-span-2">
            <MarkdownField
              {...{ at: 'video', name: 'transcript', value: video.transcript }}
              onChange={(transcript) => change({ transcript })}
            />
          </div>
        </>
      )}
    </div>
  )
}

/** The language in the name of a file of subtitles: `knot.pt-br.vtt`. */
function languageIn(path: string): string | undefined {
  return /[.-]([a-z]{2}(?:-[a-z]{2})?)\.[a-z]+$/i.exec(path)?.[1]
}

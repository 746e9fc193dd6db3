import { maxPictureBytes, type OwnTemplate } from '../../content/branding/branding.ts'
import {
  assembleTemplate,
  filesOfTemplate,
  maxTemplateBytes,
} from '../../content/branding/own-template.ts'
import { type CourseFiles, type Mention, readText } from '../reading/course-files.ts'
import { mistake } from '../reading/course-folder-error.ts'

/**
 * Reads a template for certificates: its HTML, the CSS beside it, and the pictures that it names.
 * @throws CourseFolderError
 */
export async function readTemplate(
  files: CourseFiles,
  name: string,
  mention: Mention,
): Promise<OwnTemplate> {
  const file = files.labelOf(name)
  const html = await readText(files, name, { maxBytes: maxTemplateBytes, mention })
  const parts = new Map<string, Buffer>()
  for (const part of filesOfTemplate(name, html)) {
    if (!(await files.has(part))) continue
    const place = { file, line: 1 }
    parts.set(part, await files.read(part, { maxBytes: maxPictureBytes, mention: place }))
  }
  const read = assembleTemplate(name, html, parts)
  if ('fault' in read) throw mistake(file, 1, `this template ${read.fault}`)
  return read.template
}

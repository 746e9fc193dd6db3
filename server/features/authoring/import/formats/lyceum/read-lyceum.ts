import { readCourse } from '../../folder/course-folder.ts'
import type { CourseFiles } from '../../reading/course-files.ts'
import type { CourseReading, FormatOptions } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'

/** @throws CourseFolderError with every mistake */
export async function readLyceum(
  files: CourseFiles,
  { folder, slug }: FormatOptions,
): Promise<CourseReading> {
  const reading = await readCourse(withinFolder(files, folder))
  return slug === undefined ? reading : { ...reading, course: { ...reading.course, slug } }
}

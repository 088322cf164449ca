import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longer than ten seconds, the longest of each project first. Without durations of an earlier run, Vitest sorts by
 * the size of the files. A long one at the end would leave a core without work.
 */
export const LONG_FILES = [
  'migrations/side-by-side',
  'migrations/tool',
  'migrations/filled',
  'worker/trials/faults',
  'worker/trials/isolation',
  'worker/trials/canary',
  'worker/trials/races',
  'worker/shards/move',
  'worker/trials/fuzz',
  'worker/body-allowance',
  'worker/reservation/cost',
  'worker/permissions',
  'worker/admin/import-customer',
  'widget/access',
  'widget/any-parent',
  'widget/hostile',
  'widget/shift',
  'widget/theming',
  'widget/bad-input',
  'widget/embed-page',
  'e2e/reference',
  'e2e/client-package',
  'e2e/client-trial',
  'e2e/counts',
  'e2e/openapi',
  'e2e/start',
  'e2e/backup-remote',
  'e2e/page',
  'e2e/page-offline',
  'e2e/hotel-pages',
  'e2e/killed',
  'e2e/deploy-interrupted',
  'e2e/killed-start',
  'e2e/deploy',
  'e2e/demo-day',
  'e2e/customer-commands',
  'e2e/large-bodies',
].map(name => `/test/${name}.test.ts`)

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = LONG_FILES.findIndex(path => moduleId.endsWith(path))
  return place < 0 ? LONG_FILES.length : place
}

/** Keeps the order of groups and projects, and starts the long files of a project first. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap(own => own.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longer than ten seconds, the longest of each project first. Without durations of an earlier run, Vitest sorts by
 * the size of the files. A long one at the end would leave a core without work.
 */
export const LONG_FILES = [
  'migrations/filled',
  'migrations/side-by-side',
  'migrations/tool',
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
  'widget/embed-page',
  'widget/wifi',
  'widget/hostile',
  'widget/looks',
  'widget/theming',
  'widget/shift',
  'e2e/console-tasks',
  'e2e/console-faults',
  'e2e/console-texts',
  'e2e/console',
  'e2e/reference',
  'e2e/docs',
  'e2e/site-pages',
  'e2e/killed-commands',
  'e2e/start',
  'e2e/page-storage',
  'e2e/page-offline',
  'e2e/older-browsers',
  'e2e/page',
  'e2e/deploy-beside',
  'e2e/customer-commands',
  'e2e/embed-script',
  'e2e/backup',
  'e2e/page-look',
  'e2e/page-fonts',
  'e2e/samples',
  'e2e/hotel-pages',
  'e2e/deploy',
  'e2e/client-package',
  'e2e/counts',
  'e2e/deploy-ci',
  'e2e/package',
  'e2e/markup',
  'e2e/client-trial',
  'e2e/openapi',
  'e2e/command-guest',
  'e2e/demo-day',
  'e2e/examples',
  'e2e/killed',
  'e2e/command-listen',
  'e2e/backup-remote',
  'e2e/guides',
  'e2e/deploy-interrupted',
  'e2e/killed-start',
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

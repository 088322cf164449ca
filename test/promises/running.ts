/** Promises about migrations, starting, deploying and the hourly run. An id is stable, and is not used again for another promise. */
export const RUNNING = {
  'MIGRATION-1':
    'Every migration keeps every row and every old column of a filled database of each earlier release, on one database and on two. The invariants hold.',
  'MIGRATION-2': 'A rebuild that deletes rows by cascade is detected.',
  'MIGRATION-3':
    'A migration that fails halfway or is killed has changed nothing or all. The next attempt completes it.',
  'MIGRATION-4':
    'From release 1.1.0 on, the Workers of before and after serve the migrated databases at the same time.',
  'MIGRATION-5':
    '`npm run migration` and `npm run check` refuse a migration that deletes or overwrites rows, and print what to do instead.',
  'MIGRATION-6':
    'The tool writes a rebuild that keeps every child row. A column is dropped only by a contraction that names it.',
  'MIGRATION-13': '`npm run migration` and `npm run check` name what a run that was killed has left, with what to do.',
  'MIGRATION-8':
    'The migration from prices by day to prices by month keeps each price of release 1.0.0 and of every build before 1.1.0.',
  'RUN-1':
    'The first start makes missing secrets, loads the demo hotel, prints its pages and a client, and prints Ready.',
  'RUN-2': 'A second start keeps all data.',
  'RUN-3': 'An empty secret is not configured, and a start never fills it in.',
  'RUN-4': 'After some days a start shows a current stay by the same link. It leaves what the user made or changed.',
  'RUN-5':
    '`npm ci` installs the browser of the tests, completely or not at all. It needs nothing else of the machine.',
  'RUN-6': '`--no-demo` starts an empty service.',
  'RUN-7': 'SIGTERM and SIGINT end the service within seconds and leave no process.',
  'RUN-8': 'A failed start prints one clear line and has exit code 1.',
  'RUN-9':
    '`npm run deploy` sets up the service in an empty account without questions. A second run makes nothing twice, rotates no secret and keeps pinned releases.',
  'RUN-10': 'A deployment completes what is missing: every database of `DATABASES`, and secrets that the Worker lacks.',
  'RUN-11': '`--dry-run` prints what a deployment would do, and changes nothing.',
  'RUN-12':
    'Only "Worker not found" counts as a Worker without secrets. Any other failed read stops a deployment before it makes anything.',
  'RUN-13': 'A deployment that is not possible prints what to do.',
  'RUN-14': 'A deployment that was killed at any step is completed by the next run.',
  'RUN-15': 'A state folder of release 1.0.0 keeps its data.',
  'RUN-16': 'The hourly run deletes processed messages, dead links and old identities, in limited steps.',
  'RUN-17':
    'A failing database does not stop the hourly run of the others. It is logged, and the run ends with an error.',
  'RUN-18':
    'Past calendar days, audit entries, and messages that are not processed stay for ever, unless the operator sets for how many days.',
  'RUN-19':
    'One hourly run sends at most 1,000 statements over all databases. The next one begins with the databases that were not visited for longest. None waits for a slow, failing or full one.',
  'RUN-20':
    'The hourly run visits at least 90 databases, unless they have many old rows. So it visits each of 1,000 within 12 hours.',
  'RUN-40':
    'A deployment uploads the Worker only after it has read from every database that all migrations are applied. A failed one ends it with exit code 1.',
  'RUN-41': 'A release that is older than the tables is deployed only with `--older`.',
  'RUN-42':
    'Files of released elements are found, in the archive of the account or at the live service, or the deployment stops. `--first` says that there are none.',
  'RUN-43':
    'A secret of the environment or of the file that is empty or cannot be used stops a deployment before it makes anything. Its value is never printed.',
  'RUN-44': 'A deployment does not end a gradual deployment that is under way.',
  'RUN-45':
    'A version can be uploaded without traffic, get it gradually, and be rolled back. No later deployment loses a file that a hotel may have pinned.',
  'RUN-46':
    '`npm run secret` prints a value that the service accepts, or the next step of a rotation. It prints nothing else.',
  'RUN-48':
    'A deployment uses no database that another Worker of the account may use, unless `database_id` or `--adopt-database` says so. Two installations of an account share no database, namespace, rate and secret.',
  'RUN-49':
    'The first deployment prints a command that makes a customer with the next free id. It changes no customer that exists.',
  'RUN-50':
    'A deployment works from CI as the docs show it, with secrets from the environment, however long the build takes.',
  'RUN-51':
    '`npm run deploy -- --installation NAME` derives every name of another installation in the account. The commands with that flag work on it, with its own token.',
  'RUN-52':
    '`npm run deploy -- --dry-run` names each address, domain, setting, binding, flag and cron that would change of the live Worker, and what the configuration lacks of that of the release.',
  'RUN-53':
    'A deployment prints what the operator must do, from the notes of each release since the one that is live. It stops while a customer is being moved, if one of them needs that.',
  'RUN-54':
    '`npm run watch` names each fault that hurts a hotel within one run, with customer, since when and the heading of the docs to read. It exits with 0, 1 or 2 as the docs say.',
  'RUN-55':
    '`npm run watch` rings nothing for the demo hotel, nor for a hotel that is well, by night, on weekends and in a season in which it is closed.',
  'RUN-60':
    'Each command of operators that is killed at any of its writes can be run again: nothing stays half done, no data of guests stays behind, and a line says what to do where it cannot be repeated.',
  'RUN-61':
    '`npm run watch` judges no list without `X-Has-More`, none whose cursor comes twice, and none with an instant that is no date: its exit code is then 2.',
  'RUN-47':
    'With the demo hotel, a receiver on this machine shows each webhook when it arrives, and whether its signature is valid. A second start keeps its address and its endpoint.',
  'RUN-71':
    '`npm start -- --demo large` adds a hotel of 120 rooms with the bookings of a year, in at most 20 seconds more.',
  'RUN-70':
    '`npm run deploy -- --dry-run` without credentials prints what a run would make in an account without Innlet, and how to sign in. Its exit code is 1.',
}

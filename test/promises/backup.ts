/** Promises about backups and restores. An id is stable, and is not used again for another promise. */
export const BACKUP = {
  'BACKUP-1':
    '`npm run backup` copies each database as it is at one moment, also while the service writes. The copy satisfies the invariants, and has every change that was acknowledged before.',
  'BACKUP-2':
    '`npm run restore -- --from` leaves every row of an empty installation as it was in the backup, except for the floor of the ids and an entry of the audit. Clients, API keys and links work as before.',
  'BACKUP-3':
    'An interrupted backup is recognised as incomplete. The same command makes it again. A changed file is refused.',
  'BACKUP-4':
    'A restore refuses a database that has other rows, and changes nothing. The next run completes a restore that was interrupted.',
  'BACKUP-5': 'A backup of release 1.0.0 can be restored. The later migrations are applied to a copy of it.',
  'BACKUP-6':
    'The databases and revoked links of an installation at Cloudflare can be copied, and restored in another account. No statement has more than 100,000 bytes.',
  'BACKUP-8':
    'After a restore to an earlier moment, no customer of that moment gives an id, reservation number, change number, sequence, message id or secret twice.',
  'BACKUP-10':
    '`npm run restore -- --remote --timestamp` sets every database back with Time Travel, and prints how to undo it.',
  'BACKUP-11': 'After a restore to an earlier moment, no link opens that KV lists as revoked.',
  'BACKUP-13':
    'A restore names each secret of the installation that can be used but is not the one of the restored data, with what no longer works.',
  'BACKUP-14':
    '`npm run restore -- --drill` loads a backup into a new installation, compares every row and revoked link, and keeps nothing. It ends with "equal", or names the table that is not.',
  'BACKUP-15':
    'The workflow of the documentation backs up, encrypts and keeps as many daily and weekly backups as it says. An empty machine restores one by the documentation alone.',
  'BACKUP-21':
    'A restore that was killed at any moment is completed by the same command. What it has not committed stops no command.',
  'BACKUP-20':
    'A restore with Time Travel that was killed can be run again: no number is given twice, and what it prints undoes the first run too.',
  'BACKUP-12':
    'A restore to an earlier moment writes the audit since then to a file, and lists what administrators must do again, credentials first. If the audit is not known, it lists the credentials that are accepted.',
}

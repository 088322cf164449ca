/** Help text for a migration that would delete rows. */
export const RECIPE = `A migration runs while the release of before still serves, and in one transaction in which foreign keys are on.

To change what is stored, in three steps, each in a release of its own (expand, copy, contract):
  1. Expand: add the new column or table. Both releases can serve. Fill it for the rows that there are.
  2. Copy:   write both, then read the new one. The old column stays.
  3. Contract: when no release in use knows the old column any more, take it out of schema/tables and run
     npm run migration -- name --contract 1.2.0     (the release that stopped using it)

To move rows to another table in one release, while the release of before answers 500 for them, write the migration by hand
("Move rows in one release").

To change a CHECK or a key, the table has to be rebuilt with all tables that hang on it:
     npm run migration -- name --rebuild

docs/migrations.md has an example of each.`

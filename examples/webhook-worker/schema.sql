CREATE TABLE events (
  sequence INTEGER PRIMARY KEY,
  previousSequence INTEGER NOT NULL,
  body TEXT NOT NULL
);

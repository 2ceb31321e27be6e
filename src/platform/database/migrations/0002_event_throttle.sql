-- What throttles the events of a resource, in the words of the field.
ALTER TABLE told RENAME TO event_throttle;
ALTER TABLE event_throttle RENAME COLUMN at TO published_at;
ALTER TABLE event_throttle RENAME COLUMN held TO pending;
ALTER TABLE event_throttle RENAME CONSTRAINT told_type_subject_pk TO event_throttle_type_subject_pk;
ALTER INDEX told_due RENAME TO event_throttle_due;
UPDATE counters SET name = 'history published' WHERE name = 'history told';
UPDATE counters SET name = 'history started' WHERE name = 'history begun';

INSERT INTO counters (name, value)
VALUES ('event', 0), ('market', 0), ('history told', 0), ('history begun', 0), ('history user', 0)
ON CONFLICT DO NOTHING;

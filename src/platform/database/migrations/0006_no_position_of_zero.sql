-- An amount of 0 is no position. What remains keeps its text, by which statements are compared.
UPDATE "statements" SET "positions" = (
  SELECT ('[' || coalesce(string_agg(held.value::text, ',' ORDER BY held.place), '') || ']')::json
  FROM json_array_elements("positions") WITH ORDINALITY AS held (value, place)
  WHERE (held.value ->> 'amount')::float8 <> 0)
WHERE "positions" IS NOT NULL AND EXISTS (
  SELECT FROM json_array_elements("positions") AS held WHERE (held ->> 'amount')::float8 = 0);

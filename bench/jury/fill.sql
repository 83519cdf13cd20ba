-- A long contest's worth of judged submissions, without judging any: :n of them, spread over the contest so far, with every run,
-- event and figure that the pages read. Verdicts and times are made up, and the same at every run.
SELECT setseed(0.42);

CREATE TEMP TABLE made AS
SELECT n, at, team, problem_id, label, version_id, language, host, verdict, tests, time_limit_us, stop, luck,
  (left(hex, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS submission_id,
  (left(hex, 8) || '-' || substr(hex, 9, 4) || '-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid AS judging_id
FROM (
  SELECT g.n, g.at, g.luck, lpad(to_hex((extract(epoch FROM g.at) * 1000)::bigint), 12, '0') AS hex,
    t.ids[1 + floor(g.a * cardinality(t.ids))::int] AS team, p.problem_id, p.label, v.id AS version_id,
    (ARRAY['cpp', 'cpp', 'java', 'python3', 'c'])[1 + floor(g.b * 5)::int] AS language,
    (ARRAY['kiln', 'forge', 'anvil', 'ember'])[1 + floor(g.c * 4)::int] AS host,
    (ARRAY['AC', 'AC', 'AC', 'AC', 'WA', 'WA', 'WA', 'TLE', 'TLE', 'RTE', 'WTL', 'MLE'])[1 + floor(g.d * 12)::int] AS verdict,
    v.tests, v.time_limit_ms * 1000.0 AS time_limit_us, floor(g.luck * least(v.tests, 12))::int AS stop
  FROM (
    SELECT n, c.starts_at + n * (now() - c.starts_at) / :n AS at, random() AS a, random() AS b, random() AS c,
      random() AS d, random() AS e, random() AS luck
    FROM generate_series(1, :n) AS n CROSS JOIN contest c WHERE c.id = :'contest') AS g
  CROSS JOIN (SELECT array_agg(team_id ORDER BY team_id) AS ids FROM contest_team WHERE contest_id = :'contest') AS t
  JOIN (
    SELECT problem_id, label, row_number() OVER (ORDER BY ordinal) AS place, count(*) OVER () AS all_of_them
    FROM contest_problem WHERE contest_id = :'contest') AS p ON p.place = 1 + floor(g.e * p.all_of_them)
  JOIN problem q ON q.id = p.problem_id
  JOIN LATERAL (
    SELECT id, time_limit_ms, (SELECT count(*)::int FROM test_case WHERE version_id = w.id) AS tests
    FROM problem_version w WHERE w.id = q.current_version_id) AS v ON true) AS m;

INSERT INTO submission (id, contest_id, problem_id, team_id, language_id, submitted_at, jury, content_hash)
SELECT submission_id, :'contest', problem_id, team, language, at, false, repeat('0', 64) FROM made;

INSERT INTO submission_file (submission_id, ordinal, name, content)
SELECT submission_id, 0, 'main.cpp', convert_to('int main() {} // ' || n, 'UTF8') FROM made;

INSERT INTO judging (id, submission_id, version_id, state, verdict, created_at, started_at, ended_at, judgehost, tests_total, tests_done,
  compile_success, limits)
SELECT judging_id, submission_id, version_id, 'done', verdict, at, at, at + interval '3 seconds', host, tests, tests, true,
  json_build_object('run', json_build_object('cpuUs', time_limit_us::bigint, 'wallUs', (2 * time_limit_us + 2000000)::bigint,
    'memoryBytes', 268435456, 'outputBytes', 8388608))
FROM made;

INSERT INTO run (judging_id, ordinal, task_id, fencing_token, verdict, reason, suspect, judgehost, slot, started_at, outcome, exit_code,
  cpu_us, user_us, system_us, wall_us, gap_us, setup_us, teardown_us, memory_bytes, core_wait_us, uninterruptible_us, sleep_us,
  stdout_bytes, stderr_bytes, output_head, stderr_head, validator_message)
SELECT judging_id, ordinal, judging_id, 1, CASE WHEN last THEN verdict ELSE 'AC' END, 'made up', last AND verdict = 'WTL' AND host = 'anvil',
  host, 0, at, CASE WHEN last AND verdict = 'WTL' THEN 'wall-limit' ELSE 'exited' END, 0,
  cpu, cpu, 0, cpu + gap, gap, 900, 400, 4000000 + 60000000 * a, gap / 2, 0, gap / 2, 2, 0, '8', '', ''
FROM (
  SELECT *, CASE WHEN last AND verdict = 'WTL' THEN 2 * time_limit_us + 2000000 - cpu ELSE power(10, 2.8 + 2 * a * luck) END AS gap
  FROM (
    SELECT m.*, o.ordinal, random() AS a, verdict <> 'AC' AND o.ordinal = stop AS last,
      time_limit_us * power(10, -2.6 + 2.4 * random()) AS cpu
    FROM made m CROSS JOIN LATERAL generate_series(0, CASE verdict WHEN 'AC' THEN tests - 1 ELSE stop END) AS o(ordinal)) AS c) AS r;

UPDATE judging j SET max_cpu_us = r.cpu, max_wall_us = r.wall, max_gap_us = r.gap, max_memory_bytes = r.memory, suspect = r.suspect
FROM (
  SELECT judging_id, max(cpu_us) AS cpu, max(wall_us) AS wall, max(gap_us) AS gap, max(memory_bytes) AS memory, bool_or(suspect) AS suspect
  FROM run GROUP BY 1) AS r
WHERE r.judging_id = j.id;

-- Whoever adds an event holds this row: a judging may end at this very moment.
BEGIN;
SELECT last_seq FROM contest WHERE id = :'contest' FOR UPDATE;
INSERT INTO contest_event (contest_id, seq, at, data)
SELECT :'contest', c.last_seq + row_number() OVER (ORDER BY n, step), at, data
FROM contest c, made, LATERAL (VALUES
  (1, json_build_object('type', 'submission', 'submissionId', submission_id, 'judgingId', judging_id, 'teamId', team, 'problemId', problem_id,
    'languageId', language, 'submittedAt', at, 'jury', false, 'testsTotal', tests)),
  (2, json_build_object('type', 'judging', 'submissionId', submission_id, 'judgingId', judging_id, 'teamId', team, 'state', 'done',
    'verdict', verdict, 'valid', true, 'jury', false, 'judgehost', host))) AS e(step, data)
WHERE c.id = :'contest';

UPDATE contest SET last_seq = (SELECT max(seq) FROM contest_event WHERE contest_id = :'contest') WHERE id = :'contest';
COMMIT;
ANALYZE;
SELECT pg_notify('sandglass_event', :'contest');

-- Two years of twenty tables, as the product itself would have written them: passes, bets, hours' sums, money, slips.
-- The one row of `bench` says how many passes and when. Everything is made from numbers, so that it is always the same.

CREATE FUNCTION bench_any(n bigint, salt int, most int) RETURNS int LANGUAGE sql IMMUTABLE
    AS 'SELECT abs(hashint8(n * 64 + salt) % most)';

-- Played evenly day and night, which makes the most hours to be added up; the last two shifts as fast as a table can.
CREATE UNLOGGED TABLE bench_pass AS
SELECT n, t, k, 14 * k AS paid, begins + interval '8 hours' * shift AS shift_at, shift + 1 AS shift, at, seat,
    CASE WHEN k / 50 % 5 = 0 THEN '' ELSE format('player-%s-%s', t + 1, (seat + 2) % 20 + 1) END AS holder,
    10 * (10 + bench_any(n, 1, 90)) AS stake,
    CASE WHEN bench_any(n, 2, 1000) = 999 THEN 'void' WHEN bench_any(n, 2, 1000) < 450 THEN 'punto'
        WHEN bench_any(n, 2, 1000) < 910 THEN 'banca' ELSE 'tie' END AS result
FROM (
    SELECT *, floor(extract(epoch FROM at - begins) / 28800)::int AS shift,
        floor(20 * power(bench_any(n, 3, 1000) / 1000.0, 2))::int AS seat
    FROM (
        SELECT n, (n - 1) % 20 AS t, (n - 1) / 20 + 1 AS k, begins, interval '1 second' * ((n - 1) % 20) + CASE
            WHEN (n - 1) / 20 < slow
            THEN begins + (ends - begins - interval '16 hours') * ((n - 1) / 20 / slow::float8)
            ELSE ends - interval '16 hours' + interval '950 minutes' * (((n - 1) / 20 - slow) / fast::float8) END AS at
        FROM bench, generate_series(1::bigint, passes) n
    ) timed
) numbered;

INSERT INTO tables_pass (id, table_id, number, shoe, card_holder, will, punto, banca, bank_holder, bank_associate,
    bank_stake, result, bank_win, bank_deduction, bank_article, corrected, paid, paid_at)
SELECT n, first_table + t, k, k / 60 + 1, '', '', '8 J', '10 4', holder, '', stake, result,
    CASE result WHEN 'banca' THEN stake WHEN 'punto' THEN -stake WHEN 'tie' THEN 0 END,
    CASE WHEN result = 'void' THEN NULL WHEN taxed THEN stake / 10 ELSE 0 END,
    CASE WHEN taxed THEN '29' ELSE '' END, n % 5000 = 0, paid, at
FROM (SELECT *, result = 'banca' AND holder <> '' AND n % 3 = 0 AS taxed FROM bench_pass) played, bench
ORDER BY n;

INSERT INTO tables_bet (id, hand_id, player, chance, amount, win, deduction, article)
SELECT 4 * n + b, n, format('player-%s-%s', t + 1, (seat + 5 * b) % 20 + 1), chance, amount,
    CASE WHEN result = 'void' THEN NULL WHEN chance = result THEN CASE chance WHEN 'tie' THEN 8 ELSE 1 END * amount
        WHEN result = 'tie' THEN 0 ELSE -amount END,
    CASE WHEN result = 'void' THEN NULL WHEN chance = 'banca' AND result = 'banca' THEN amount / 20 ELSE 0 END,
    CASE WHEN chance = 'banca' AND result = 'banca' THEN '30' ELSE '' END
FROM (
    SELECT *, 20 * (5 + bench_any(n, 10 + b, 200)) AS amount,
        CASE WHEN b < 2 THEN 'punto' WHEN b = 3 AND k % 10 = 0 THEN 'tie' ELSE 'banca' END AS chance
    FROM bench_pass, generate_series(0, 3) b
) laid
ORDER BY n, b;

INSERT INTO tables_turnover (table_id, hour, line, article, number, staked, stood, won, lost, deducted)
SELECT table_id, hour, line, article, count(*), sum(CASE WHEN win <> 0 THEN size ELSE 0 END),
    sum(CASE WHEN win = 0 THEN size ELSE 0 END), sum(greatest(win, 0)), sum(greatest(-win, 0)), sum(deducted)
FROM (
    SELECT table_id, date_trunc('hour', paid_at, 'UTC') AS hour, 'pass_' || result AS line, '' AS article,
        NULL::bigint AS win, 0::bigint AS size, 0::bigint AS deducted FROM tables_pass
    UNION ALL
    SELECT table_id, date_trunc('hour', paid_at, 'UTC'), CASE bank_holder WHEN '' THEN 'house_bank' ELSE 'bank' END,
        bank_article, bank_win, bank_stake, bank_deduction FROM tables_pass WHERE bank_win IS NOT NULL
    UNION ALL
    SELECT table_id, date_trunc('hour', paid_at, 'UTC'), chance, article, win, amount, deduction
        FROM tables_bet JOIN tables_pass ON tables_pass.id = hand_id WHERE win IS NOT NULL
) lines
GROUP BY table_id, hour, line, article ORDER BY hour, table_id;

-- An account's key is its table's number in hundreds and its kind's beside it: chips from 20 on, by the seat.
INSERT INTO ledger_account (id, code, book, kind, balance)
SELECT 100 * t + i, format('table:mesa-%s:%s', t + 1, kind), format('table:mesa-%s', t + 1), kind, 0
FROM generate_series(0, 19) t,
    unnest(ARRAY['tray', 'stakes', 'bank', 'cagnotte', 'tips', 'drop', 'transit']) WITH ORDINALITY kinds (kind, i)
UNION ALL
SELECT 100 * t + 20 + s, format('table:mesa-%s:chips:player-%s-%s', t + 1, t + 1, s), format('table:mesa-%s', t + 1),
    'chips', 0 FROM generate_series(0, 19) t, generate_series(1, 20) s
UNION ALL
SELECT 9000 + i, book || ':' || kind, book, kind, 0 FROM (VALUES (1, 'cage:main', 'stock'), (2, 'cage:main', 'cash'),
    (3, 'house:main', 'outside'), (4, 'house:main', 'capital')) own (i, book, kind);

CREATE UNLOGGED TABLE bench_shift AS
SELECT 10000 * t + number AS id, t, number, format('table:mesa-%s', t + 1) AS book,
    begins + interval '8 hours' * (number - 1) AS opened, begins + interval '8 hours' * number AS closed,
    -- A shift in which nobody played ends where the one before did.
    max(last) OVER running AS last, max(last_record) OVER running AS last_record, number = 2190 AS is_open
FROM bench CROSS JOIN generate_series(0, 19) t CROSS JOIN generate_series(1, 2190) number
LEFT JOIN (SELECT shift, 32 * max(n) + 31 AS last FROM bench_pass GROUP BY shift) moved ON moved.shift = number
LEFT JOIN (SELECT t AS of, shift, max(paid) AS last_record FROM bench_pass GROUP BY t, shift) played
    ON played.shift = number AND played.of = t
WINDOW running AS (PARTITION BY t ORDER BY number);

CREATE UNLOGGED TABLE bench_slip AS
SELECT row_number() OVER (ORDER BY at, kind DESC, t, n) AS id, *, kind IN ('opening', 'closing') AS counted,
    kind = 'fill' AND at > (SELECT ends - interval '1 hour' FROM bench) AS waits,
    kind = 'credit' AND n % 19 = 0 AS is_void
FROM (
    SELECT t, number AS shift, NULL::bigint AS n, kind, CASE kind WHEN 'opening' THEN opened ELSE closed END AS at,
        0 AS seat, 50000 + 10 * bench_any(id, 4, 1000) AS amount
    FROM bench_shift, unnest(ARRAY['opening', 'closing']) kind WHERE kind = 'opening' OR NOT is_open
    UNION ALL
    SELECT t, shift, n, (ARRAY['buy_in', 'buy_in', 'buy_in', 'buy_in', 'buy_in', 'cash_out', 'cash_out', 'fill', 'credit', 'tip'])
        [1 + bench_any(n, 5, 10)], at, seat, 10 * (1 + bench_any(n, 6, 500))
    FROM bench_pass WHERE n % 9 = 0
) asked;

CREATE UNLOGGED TABLE bench_move AS
WITH laid AS (
    SELECT hand_id, sum(amount) FILTER (WHERE chance = 'punto') AS p, sum(amount) FILTER (WHERE chance = 'banca') AS b,
        sum(amount) FILTER (WHERE chance = 'tie') AS e, sum(deduction) AS d FROM tables_bet GROUP BY hand_id
), accounts AS (
    SELECT pass.*, laid.*, bank_deduction, 100 * t + 1 AS tray, 100 * t + 2 AS cloth, 100 * t + 3 AS bank,
        100 * t + 4 AS cagnotte, 100 * t + 21 + seat AS chips
    FROM bench_pass pass JOIN laid ON hand_id = n JOIN tables_pass ON id = n
)
SELECT 32 * n + part AS id, at, source, target, amount, purpose, format('mesa-%s#%s', t + 1, paid) AS cause, part
FROM accounts CROSS JOIN LATERAL (VALUES
    (1, NULL, chips, cloth, p, 'bet_placed'), (2, NULL, chips, cloth, b, 'bet_placed'),
    (3, NULL, chips, cloth, e, 'bet_placed'),
    (4, 'punto', tray, chips, p, 'punto_won'), (5, 'punto', cloth, chips, p, 'stake_returned'),
    (6, 'punto', cloth, tray, b, 'banca_lost'), (7, 'punto', cloth, tray, e, 'tie_lost'),
    (8, 'punto', bank, tray, stake, 'bank_lost'),
    (4, 'banca', cloth, tray, p, 'punto_lost'), (5, 'banca', tray, chips, b - d, 'banca_won'),
    (6, 'banca', tray, cagnotte, d, 'banca_deduction'), (7, 'banca', cloth, chips, b, 'stake_returned'),
    (8, 'banca', cloth, tray, e, 'tie_lost'), (9, 'banca', tray, bank, stake - bank_deduction, 'bank_won'),
    (10, 'banca', tray, cagnotte, bank_deduction, 'bank_deduction'),
    (4, 'tie', cloth, chips, p, 'stake_returned'), (5, 'tie', cloth, chips, b, 'stake_returned'),
    (6, 'tie', tray, chips, 8 * e, 'tie_won'), (7, 'tie', cloth, chips, e, 'stake_returned'),
    (4, 'void', cloth, chips, p + b + coalesce(e, 0), 'bet_returned')
) moves (part, when_it_is, source, target, amount, purpose)
WHERE amount > 0 AND (when_it_is IS NULL OR when_it_is = result)
UNION ALL
SELECT 32 * n + 10 + part, at, source, target, amount, kind, format('slip:%s:%s', id, stage), part
FROM (SELECT *, 100 * t + 1 AS tray, 100 * t + 7 AS transit, 100 * t + 21 + seat AS chips FROM bench_slip) slip
CROSS JOIN LATERAL (VALUES
    (1, 'buy_in', 'asked', tray, chips), (2, 'buy_in', 'asked', 9003, 100 * t + 6),
    (1, 'cash_out', 'asked', chips, tray), (2, 'cash_out', 'asked', 9002, 9003),
    (1, 'fill', 'sent', 9001, transit), (2, 'fill', 'received', transit, tray),
    (1, 'credit', 'sent', tray, transit), (2, 'credit', 'received', transit, 9001),
    (1, 'tip', 'asked', chips, 100 * t + 5)
) moves (part, when_it_is, stage, source, target)
WHERE when_it_is = kind AND NOT is_void AND NOT (waits AND stage = 'received')
UNION ALL -- What nobody may overdraw holds enough from the beginning.
SELECT t + 1, begins, source, target, 1000000000000, purpose, 'bench#0', t + 1
FROM bench, (SELECT t, 100 * t + 21 AS source, 100 * t + 3 AS target, 'bank_opened' AS purpose
    FROM generate_series(0, 19) t UNION ALL VALUES (20, 9004, 9001, 'cage_chips_in'), (21, 9004, 9002, 'cage_cash_in')) first;

INSERT INTO ledger_transfer (id, key, reference, purpose, at)
SELECT id, cause || ':' || part, cause, purpose, at FROM bench_move ORDER BY id;

INSERT INTO ledger_entry (id, transfer_id, account_id, amount)
SELECT 2 * id + leg, id, CASE leg WHEN 0 THEN source ELSE target END, (2 * leg - 1) * amount
FROM bench_move, generate_series(0, 1) leg ORDER BY id, leg;

UPDATE ledger_account SET balance = total
FROM (SELECT account_id, sum(amount) AS total FROM ledger_entry GROUP BY account_id) sums WHERE account_id = id;

INSERT INTO ledger_hourlytotal (book, hour, source, target, purpose, amount)
SELECT CASE WHEN giver.book LIKE 'table:%' THEN giver.book ELSE taker.book END, date_trunc('hour', at, 'UTC'),
    giver.kind, taker.kind, purpose, sum(amount)
FROM bench_move JOIN ledger_account giver ON giver.id = source JOIN ledger_account taker ON taker.id = target
WHERE NOT (giver.kind IN ('chips', 'stakes', 'bank') AND taker.kind IN ('chips', 'stakes', 'bank'))
GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 1;

INSERT INTO cage_slip (id, number, kind, book, amount, expected, chips, player, reason, steps, shift_id, actor, role, at)
SELECT id, id, kind, format('table:mesa-%s', t + 1), amount, CASE WHEN counted THEN amount + 10 * off::int END,
    CASE WHEN counted THEN '{"1000": 50, "100": 30}'::jsonb END,
    CASE WHEN kind IN ('buy_in', 'cash_out', 'tip') THEN format('player-%s-%s', t + 1, seat + 1) ELSE '' END,
    CASE WHEN off THEN 'a chip fell' ELSE '' END,
    CASE WHEN counted THEN '["signed"]' WHEN kind IN ('fill', 'credit') THEN '["sent", "received"]' ELSE '[]' END::jsonb,
    CASE WHEN kind <> 'opening' THEN 10000 * t + shift END, 'jefe-' || t, CASE kind WHEN 'fill' THEN 'jefe' WHEN 'credit' THEN 'jefe' ELSE 'cambista' END, at
FROM (SELECT *, kind = 'closing' AND bench_any(id, 7, 10) = 0 AS off FROM bench_slip) counted ORDER BY id;

INSERT INTO cage_step (slip_id, name, done, reason, actor, role, at)
SELECT id, name, done, CASE name WHEN 'void' THEN 'asked twice' ELSE '' END, 'croupier-' || t, role, at
FROM bench_slip CROSS JOIN LATERAL (VALUES
    ('signed', true, 'jefe', counted),
    ('sent', false, 'cambista', kind IN ('fill', 'credit') AND NOT is_void),
    ('received', true, 'croupier', kind IN ('fill', 'credit') AND NOT is_void AND NOT waits),
    ('void', true, 'jefe', is_void)
) steps (name, done, role, taken)
WHERE taken ORDER BY id;

INSERT INTO cage_shift (id, book, number, opening_id, first, first_record, at)
SELECT shift.id, book, number, slip.id, coalesce(lag(last) OVER running, 0), coalesce(lag(last_record) OVER running, 0),
    opened
FROM bench_shift shift JOIN bench_slip slip ON kind = 'opening' AND slip.t = shift.t AND slip.shift = number
WINDOW running AS (PARTITION BY book ORDER BY number) ORDER BY opened, shift.id;

INSERT INTO cage_closing (shift_id, slip_id, last, last_record, balances, at)
SELECT shift.id, slip.id, coalesce(last, 0), coalesce(last_record, 0),
    '{"tray": 50000, "cagnotte": 900, "tips": 300, "drop": 7000, "stakes": 0, "bank": 0, "transit": 0}', closed
FROM bench_shift shift JOIN bench_slip slip ON kind = 'closing' AND slip.t = shift.t AND slip.shift = number
ORDER BY closed, shift.id;

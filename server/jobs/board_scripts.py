"""The steps of a job in Redis, each of which is done whole or not at all.

`now` is the time of Redis, so that clocks of machines may differ. An entry that is not renewed
ends by itself: whoever made it is gone.
"""

COMMON = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local ADMITTED, WAITING = 'tapescope:jobs:admitted', 'tapescope:jobs:waiting'
local SECONDS, NAMED = 'tapescope:jobs:seconds', 'tapescope:jobs:named'
local CLAIMS, NUMBER = 'tapescope:jobs:claims', 'tapescope:jobs:number'
local WORKERS = 'tapescope:workers'
local function record(id) return 'tapescope:job:' .. id end
local function level(name) return 'tapescope:jobs:of:' .. name end
local function forget(id)
    local names = redis.call('HGET', record(id), 'levels')
    if names then
        for name in string.gmatch(names, '%S+') do redis.call('ZREM', level(name), id) end
    end
    redis.call('ZREM', ADMITTED, id)
    redis.call('ZREM', WAITING, id)
end
"""

# id, lease, most of all, slots, order, job, subject, version, queue, then names and the most of
# each level. Answers {"taken"}, {"busy", how many, seconds} or {"ok", how many of the client}.
ADMIT = COMMON + """
local id, lease, most, slots = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
for _, old in ipairs(redis.call('ZRANGEBYSCORE', ADMITTED, '-inf', now)) do
    redis.call('ZREM', ADMITTED, old)
    redis.call('ZREM', WAITING, old)
end
if redis.call('EXISTS', record(id)) == 1 then return {'taken'} end
local count, names, mine = redis.call('ZCARD', ADMITTED), {}, 0
local is_full = count >= most
for i = 10, #ARGV, 2 do
    redis.call('ZREMRANGEBYSCORE', level(ARGV[i]), '-inf', now)
    mine = redis.call('ZCARD', level(ARGV[i]))
    is_full = is_full or mine >= tonumber(ARGV[i + 1])
    table.insert(names, ARGV[i])
end
if is_full then
    local total, known = 0, redis.call('LRANGE', SECONDS, 0, -1)
    for _, each in ipairs(known) do total = total + tonumber(each) end
    local usual = #known > 0 and total / #known or 0.15
    redis.call('ZREMRANGEBYSCORE', NAMED, '-inf', now)
    local wait = math.ceil((redis.call('ZCARD', NAMED) + 1) * usual / math.max(1, slots))
    wait = math.min(60, math.max(1, wait))
    redis.call('ZADD', NAMED, now + wait, redis.call('INCR', NUMBER))
    redis.call('EXPIRE', NAMED, 60)
    return {'busy', redis.call('ZCARD', WAITING), wait}
end
for _, name in ipairs(names) do
    redis.call('ZADD', level(name), now + lease, id)
    redis.call('EXPIRE', level(name), 600)
end
redis.call('ZADD', ADMITTED, now + lease, id)
redis.call('ZADD', WAITING, tonumber(ARGV[5]) * 10 ^ 13 + redis.call('INCR', NUMBER), id)
redis.call('HSET', record(id), 'job', ARGV[6], 'subject', ARGV[7], 'version', ARGV[8],
           'queue', ARGV[9], 'levels', table.concat(names, ' '))
redis.call('PEXPIRE', record(id), lease * 1000)
redis.call('DEL', record(id) .. ':opening', record(id) .. ':answer')  -- of an earlier job
return {'ok', mine}
"""

# id, lease. Answers {whether it is claimed, whether its worker lives, how many run, how many were
# claimed in all}.
RENEW = COMMON + """
local id, lease = ARGV[1], tonumber(ARGV[2])
local found = redis.call('HMGET', record(id), 'levels', 'worker', 'done')
if not found[1] then return {0, 0, 0, 0} end
redis.call('PEXPIRE', record(id), lease * 1000)
if not found[3] then
    redis.call('ZADD', ADMITTED, 'XX', now + lease, id)
    for name in string.gmatch(found[1], '%S+') do
        redis.call('ZADD', level(name), 'XX', now + lease, id)
    end
end
local running = redis.call('ZCARD', ADMITTED) - redis.call('ZCARD', WAITING)
local lives = found[3] and 1 or redis.call('EXISTS', record(id) .. ':beat')
return {found[2] and 1 or 0, lives, running, tonumber(redis.call('GET', CLAIMS) or '0')}
"""

# id. The client waits no more; whoever waits for an opening gets none.
LEAVE = COMMON + """
local id = ARGV[1]
forget(id)
redis.call('DEL', record(id), record(id) .. ':answer', record(id) .. ':beat')
redis.call('RPUSH', record(id) .. ':opening', '')
redis.call('EXPIRE', record(id) .. ':opening', 5)
"""

# id. Answers whether the job was not begun yet, so that it is over now.
STOP = COMMON + """
local id = ARGV[1]
if redis.call('EXISTS', record(id)) == 0 then return 0 end
redis.call('HSET', record(id), 'stop', 1)
return redis.call('HEXISTS', record(id), 'worker') == 0 and 1 or 0
"""

# id, worker, version, milliseconds of a beat. Answers {job, subject, queue}, or nothing where
# nobody waits for it, or it was begun before, or is for another version.
CLAIM = COMMON + """
local id, name = ARGV[1], ARGV[2]
local found = redis.call('HMGET', record(id), 'job', 'subject', 'queue', 'version', 'stop')
if not found[1] or found[4] ~= ARGV[3] or found[5] then return {} end
if redis.call('HSETNX', record(id), 'worker', name) == 0 then return {} end
redis.call('ZREM', WAITING, id)
redis.call('INCR', CLAIMS)
redis.call('SET', record(id) .. ':beat', name, 'PX', ARGV[4])
return {found[1], found[2], found[3]}
"""

# worker, seconds, milliseconds of a beat, then ids, each with its progress. Answers for each: 0
# where nobody waits any more, 1 where it goes on, 2 where it is to be stopped.
BEAT = COMMON + """
redis.call('ZREMRANGEBYSCORE', WORKERS, '-inf', now)
redis.call('ZADD', WORKERS, now + tonumber(ARGV[2]), ARGV[1])
local told = {}
for i = 4, #ARGV, 2 do
    local key = record(ARGV[i])
    if redis.call('EXISTS', key) == 0 then
        table.insert(told, 0)
    else
        redis.call('HSET', key, 'told', ARGV[i + 1])
        redis.call('SET', key .. ':beat', '', 'PX', ARGV[3])
        table.insert(told, redis.call('HEXISTS', key, 'stop') == 1 and 2 or 1)
    end
end
return told
"""

# id, answer, seconds that it took, seconds for which the answer is kept.
FINISH = COMMON + """
local id = ARGV[1]
redis.call('LPUSH', SECONDS, ARGV[3])
redis.call('LTRIM', SECONDS, 0, 31)
forget(id)
if redis.call('EXISTS', record(id)) == 0 then return 0 end
redis.call('HSET', record(id), 'done', 1)
redis.call('RPUSH', record(id) .. ':answer', ARGV[2])
redis.call('EXPIRE', record(id) .. ':answer', ARGV[4])
redis.call('DEL', record(id) .. ':beat')
return 1
"""

"""The steps of a job in Redis, each of which is done whole or not at all.

`now` is the time of Redis, so that clocks of machines may differ. An entry that is not renewed
ends by itself: whoever made it is gone.
"""

COMMON = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local ADMITTED, WAITING = 'tapescope:jobs:admitted', 'tapescope:jobs:waiting'
local SECONDS, NAMED = 'tapescope:jobs:seconds', 'tapescope:jobs:named:'
local CLAIMS, NUMBER = 'tapescope:jobs:claims', 'tapescope:jobs:number'
local RUNNING, WORKERS = 'tapescope:jobs:running', 'tapescope:workers'
local function record(id) return 'tapescope:job:' .. id end
local function level(name) return 'tapescope:jobs:of:' .. name end
local function forget(id)
    local names = redis.call('HGET', record(id), 'levels')
    if names then
        for name in string.gmatch(names, '%S+') do redis.call('ZREM', level(name), id) end
    end
    redis.call('ZREM', ADMITTED, id)
    redis.call('ZREM', WAITING, id)
    redis.call('ZREM', RUNNING, id)
end
"""

# The expected seconds until there is room within a level (nil is all jobs), where `slots` jobs go
# on at a time and `named` clients come first, who were told to come back. A job is expected to take
# as long as the latest did, and one that goes on for longer to take as long again.
ROOM = """
local function seconds_to_room(level, named, slots)
    local known, usual = redis.call('LRANGE', SECONDS, 0, -1), 0
    for _, each in ipairs(known) do usual = usual + each / #known end
    if #known == 0 then usual = 0.15 end
    local counts = level and {} or nil
    for _, id in ipairs(level and redis.call('ZRANGE', level, 0, -1) or {}) do counts[id] = true end
    local lanes, ends = {}, {}
    local function note(id, at)
        if not counts or counts[id] then table.insert(ends, at) end
    end
    local running = redis.call('ZRANGE', RUNNING, 0, -1, 'WITHSCORES')
    for i = 1, #running, 2 do
        local age = now - running[i + 1]
        table.insert(lanes, age < usual and usual - age or age)
        note(running[i], lanes[#lanes])
    end
    for _ = #lanes + 1, math.max(1, slots) do table.insert(lanes, 0) end
    local function take()
        local first = 1
        for i, at in ipairs(lanes) do if at < lanes[first] then first = i end end
        lanes[first] = lanes[first] + usual
        return lanes[first]
    end
    for _, id in ipairs(redis.call('ZRANGE', WAITING, 0, -1)) do note(id, take()) end
    for _ = 1, named do table.insert(ends, take()) end
    table.sort(ends)
    return ends[named + 1] or usual
end
"""

# id, lease, most of all, slots, the least priority of its queue, how much more it may have, seconds
# after which it is not to be begun, job, subject, version, queue, request, then names and the most
# of each level. Answers {"taken"}, {"busy", how many wait, seconds} or {"ok", priority}.
ADMIT = COMMON + ROOM + """
redis.call('INCR', NUMBER)  -- first of all: a Redis without memory refuses it, and the rest with it
local id, lease, most, slots = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
for _, old in ipairs(redis.call('ZRANGEBYSCORE', ADMITTED, '-inf', now)) do forget(old) end
if redis.call('EXISTS', record(id)) == 1 then return {'taken'} end
local names, full, mine = {}, {}, 0
if redis.call('ZCARD', ADMITTED) >= most then table.insert(full, '') end
for i = 13, #ARGV, 2 do
    redis.call('ZREMRANGEBYSCORE', level(ARGV[i]), '-inf', now)
    mine = redis.call('ZCARD', level(ARGV[i]))
    if mine >= tonumber(ARGV[i + 1]) then table.insert(full, ARGV[i]) end
    table.insert(names, ARGV[i])
end
if #full > 0 then
    local wait = 1
    for _, name in ipairs(full) do
        redis.call('ZREMRANGEBYSCORE', NAMED .. name, '-inf', now)
        local named = math.min(1000, redis.call('ZCARD', NAMED .. name))
        local within = name ~= '' and level(name) or nil
        wait = math.max(wait, math.ceil(seconds_to_room(within, named, slots)))
    end
    wait = math.min(60, wait)
    for _, name in ipairs(full) do
        redis.call('ZADD', NAMED .. name, now + wait, redis.call('INCR', NUMBER))
        redis.call('EXPIRE', NAMED .. name, 60)
    end
    return {'busy', redis.call('ZCARD', WAITING), wait}
end
for _, name in ipairs(names) do
    redis.call('ZADD', level(name), now + lease, id)
    redis.call('EXPIRE', level(name), 600)
end
local priority = ARGV[5] + math.max(0, ARGV[6] - mine)
redis.call('ZADD', ADMITTED, now + lease, id)
redis.call('ZADD', WAITING, redis.call('INCR', NUMBER) - priority * 10 ^ 13, id)
redis.call('HSET', record(id), 'until', now + ARGV[7], 'job', ARGV[8], 'subject', ARGV[9],
           'version', ARGV[10], 'queue', ARGV[11], 'request', ARGV[12],
           'levels', table.concat(names, ' '))
redis.call('PEXPIRE', record(id), lease * 1000)
redis.call('DEL', record(id) .. ':opening', record(id) .. ':answer')  -- of an earlier job
return {'ok', priority}
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

# id, worker, version, milliseconds of a beat. Answers {job, subject, queue, request}, or nothing
# where nobody waits for it any more, or it was begun before, or is for another version.
CLAIM = COMMON + """
local id, name = ARGV[1], ARGV[2]
local found = redis.call('HMGET', record(id), 'job', 'subject', 'queue', 'request', 'version',
                         'stop', 'until')
if not found[1] or found[5] ~= ARGV[3] or found[6] or now > tonumber(found[7]) then return {} end
if redis.call('HSETNX', record(id), 'worker', name) == 0 then return {} end
redis.call('ZREM', WAITING, id)
redis.call('ZADD', RUNNING, now, id)
redis.call('INCR', CLAIMS)
redis.call('SET', record(id) .. ':beat', name, 'PX', ARGV[4])
return {found[1], found[2], found[3], found[4]}
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

-- Load for wrk: each request is a beacon of its own, made from a template (`beacon-template.ts`) by putting fresh ids
-- where its marks are. All have the same length, so that the head is made once. For one thread.
--
-- Arguments after `--`: template file, mark of an event id, mark of a visit, eight hexadecimal digits that no other
-- run has, mean pause in milliseconds between two requests of a connection (0: none).

local head, parts, marks, prefix
local events, requests = 0, 0

local function read(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

function init(args)
  local template, event_mark, visit_mark = read(args[1]), args[2], args[3]
  prefix = args[4] .. '-0000-4000-8000-'
  parts, marks = {}, {}
  local from = 1
  while true do
    local event = template:find(event_mark, from, true)
    local visit = template:find(visit_mark, from, true)
    local first = math.min(event or #template + 1, visit or #template + 1)
    parts[#parts + 1] = template:sub(from, first - 1)
    if first > #template then break end
    marks[#marks + 1] = first == event and 'event' or 'visit'
    from = first + #(first == event and event_mark or visit_mark)
  end

  head = 'POST ' .. wrk.path .. ' HTTP/1.1\r\nHost: ' .. wrk.headers['Host'] ..
    '\r\nContent-Type: application/json\r\n' ..
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0\r\n' ..
    'Content-Length: ' .. #template .. '\r\n\r\n'

  local pause = tonumber(args[5])
  if pause > 0 then
    math.randomseed(tonumber(args[4], 16))
    -- wrk calls it before each request. Exponential pauses: requests arrive as if by chance.
    function delay()
      return math.floor(-pause * math.log(1 - math.random()) + 0.5)
    end
  end
end

local pieces = {}

function request()
  requests = requests + 1
  pieces[1] = head
  for index, part in ipairs(parts) do
    pieces[2 * index] = part
    if marks[index] == 'event' then
      events = events + 1
      pieces[2 * index + 1] = prefix .. string.format('%012x', events)
    elseif marks[index] == 'visit' then
      -- Five beacons make a visit.
      pieces[2 * index + 1] = string.format('%012d', math.floor(requests / 5))
    end
  end
  return table.concat(pieces)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"max_ms":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end

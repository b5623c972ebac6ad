-- Judges every response: status and length of the body. It costs wrk more than asking does.
-- Arguments: a file of targets, status, least and greatest length.
local thread_list = {}

function setup(thread)
  thread:set("wrong", 0)
  table.insert(thread_list, thread)
end

function init(args)
  read_targets(args[1])
  status_expected = tonumber(args[2])
  min_length = tonumber(args[3])
  max_length = tonumber(args[4])
end

function response(status, headers, body)
  if status ~= status_expected or #body < min_length or #body > max_length then
    wrong = wrong + 1
  end
end

function done(summary, latency, requests)
  local wrong_total = broken(summary.errors)
  for _, thread in ipairs(thread_list) do
    wrong_total = wrong_total + thread:get("wrong")
  end
  io.write(string.format("\nRESULT %d %d %d %d\n", summary.requests, summary.duration, wrong_total, summary.bytes))
end

-- What all loads share: targets, asked for in turn, from anywhere on: what a load before has left in a server's memory is not
-- what this one begins with.
local targets = {}
local turn = 0

function read_targets(file)
  for line in io.lines(file) do
    table.insert(targets, wrk.format(nil, line))
  end
  math.randomseed(os.time())
  turn = math.random(#targets)
end

function request()
  turn = turn % #targets + 1
  return targets[turn]
end

-- Connections that broke.
function broken(errors)
  return errors.connect + errors.read + errors.write + errors.timeout
end

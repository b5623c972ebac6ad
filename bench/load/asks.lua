-- What all loads share: targets, asked for in turn.
local targets = {}
local turn = 0

function read_targets(file)
  for line in io.lines(file) do
    table.insert(targets, wrk.format(nil, line))
  end
end

function request()
  turn = turn % #targets + 1
  return targets[turn]
end

-- Connections that broke.
function broken(errors)
  return errors.connect + errors.read + errors.write + errors.timeout
end

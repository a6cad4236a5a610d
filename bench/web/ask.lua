-- What wrk asks: the first argument says what, the second how many milliseconds a connection waits on average before it
-- asks again.
local what, wait

function init(args)
   what, wait = args[1], tonumber(args[2])
   if wait == 0 then delay = nil end
   math.randomseed(1)
end

function delay()
   return math.random(0, 2 * wait)
end

-- Discs fall from the start of connect four of 4 by 4: every position can be reached.
local function four()
   local rows, count = { {}, {}, {}, {} }, math.random(0, 5)
   for number = 1, count do
      local column
      repeat column = math.random(1, 4) until #rows[column] < 4
      table.insert(rows[column], number % 2 == 1 and "X" or "O")
   end
   local lines = {}
   for row = 4, 1, -1 do
      local line = ""
      for column = 1, 4 do line = line .. (rows[column][row] or ".") end
      table.insert(lines, line)
   end
   return table.concat(lines, "/")
end

local paths = {
   ["nim-one"] = function() return "/api/solve?game=nim&position=14+21+39&moves=no" end,
   ["nim"] = function()
      local r = math.random
      return string.format("/api/solve?game=nim&position=%d+%d+%d&moves=no", r(0, 1e9), r(0, 1e9), r(0, 1e9))
   end,
   ["table-one"] = function() return "/api/solve?game=connect4:4x4&position=..../..../..../X...&moves=no" end,
   ["table"] = function() return "/api/solve?game=connect4:4x4&position=" .. four() .. "&moves=no" end,
   ["moves"] = function() return "/api/solve?game=nim&position=3+4+5" end,
   ["page"] = function() return "/" end,
}

function request()
   return wrk.format("GET", paths[what]())
end

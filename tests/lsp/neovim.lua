-- A session of Neovim as its user has one: a file is opened, its diagnostics come, the
-- first action on the first of them is applied, the file is written. What was seen goes
-- to the file of $RESULT as JSON.

local function wait_for(what, condition)
  if not vim.wait(20000, condition, 10) then
    error("Neovim waited in vain for " .. what)
  end
end

local function seen()
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, { line = one.lnum + 1, column = one.col, code = one.code, source = one.source })
  end
  return list
end

local function session()
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.FILE))
  local client = vim.lsp.start_client({
    name = "mlfix",
    cmd = { vim.env.MLFIX, "lsp" },
    root_dir = vim.env.FOLDER,
  })
  vim.lsp.buf_attach_client(0, client)
  wait_for("diagnostics", function()
    return #vim.diagnostic.get(0) > 0
  end)
  local result = { before = seen() }

  local first = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
  local hover = vim.lsp.buf_request_sync(
    0, "textDocument/hover", vim.lsp.util.make_position_params(), 20000)[client].result
  result.hover = hover.contents.value

  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local actions = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000)[client].result
  result.titles = vim.tbl_map(function(action) return action.title end, actions)
  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
  wait_for("the finding to go", function()
    return #vim.diagnostic.get(0) == #result.before - 1
  end)

  -- Typed: a comment after the last line, then everything is undone.
  vim.cmd("normal! Go# the end")
  vim.cmd("silent write")
  result.after = seen()
  result.encoding = encoding
  vim.lsp.stop_client(client)
  wait_for("the end of the server", function()
    return vim.lsp.get_client_by_id(client) == nil
  end)
  return result
end

local good, result = pcall(session)
local out = assert(io.open(vim.env.RESULT, "w"))
out:write(vim.json.encode(good and result or { problem = tostring(result) }))
out:close()
vim.cmd("qall!")

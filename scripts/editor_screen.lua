-- Opens $FILE as a user of the language server does, and writes what the screen shows then to
-- $RESULT: the text with its diagnostics.

vim.o.columns = 110
vim.o.lines = 34
vim.o.number = true
vim.o.laststatus = 0
vim.o.showmode = false
vim.o.ruler = false
vim.o.signcolumn = "yes"
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.FILE))
local client = vim.lsp.start_client({
  name = "mlfix",
  cmd = { vim.env.MLFIX, "lsp" },
  root_dir = vim.env.FOLDER,
})
vim.lsp.buf_attach_client(0, client)
assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 10), "no diagnostics")
vim.cmd("redraw!")
local rows = {}
for row = 1, vim.o.lines do
  local text = ""
  for column = 1, vim.o.columns do
    text = text .. vim.fn.screenstring(row, column)
  end
  table.insert(rows, (text:gsub("%s+$", "")))
end
local out = assert(io.open(vim.env.RESULT, "w"))
out:write(table.concat(rows, "\n"))
out:close()
vim.cmd("qall!")

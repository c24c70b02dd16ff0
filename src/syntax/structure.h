// What can be read off the tree alone: the statement, the block and the loop that a place is in.
//
// Each climbs from the node, so that it costs the depth of the tree there. SemanticModel answers
// the same about expressions, which may be nested thousands deep, in constant time.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

constexpr bool is_statement(Kind kind) {
  switch (kind) {
    case Kind::ExpressionStatement:
    case Kind::ReturnStatement:
    case Kind::ImportStatement:
    case Kind::ImportFromStatement:
    case Kind::FutureImportStatement:
    case Kind::AssertStatement:
    case Kind::DeleteStatement:
    case Kind::RaiseStatement:
    case Kind::PassStatement:
    case Kind::BreakStatement:
    case Kind::ContinueStatement:
    case Kind::GlobalStatement:
    case Kind::NonlocalStatement:
    case Kind::PrintStatement:
    case Kind::ExecStatement:
    case Kind::TypeAliasStatement:
    case Kind::IfStatement:
    case Kind::ForStatement:
    case Kind::WhileStatement:
    case Kind::TryStatement:
    case Kind::WithStatement:
    case Kind::MatchStatement:
    case Kind::FunctionDefinition:
    case Kind::ClassDefinition:
    case Kind::DecoratedDefinition:
      return true;
    default:
      return false;
  }
}

// The innermost statement that holds `n` (`n` itself if it is one), or kNoNode.
NodeId enclosing_statement(const SyntaxTree& tree, NodeId n);

// The block or module that holds the statement.
NodeId enclosing_block(const SyntaxTree& tree, NodeId statement);

// The innermost for or while whose *body* holds `n`, not crossing a def, lambda or class; kNoNode
// without one. Of a break or continue it is the loop that this is about.
NodeId enclosing_loop(const SyntaxTree& tree, NodeId n);

// The object x of a call x.method(…), or kNoNode.
NodeId called_object(const SyntaxTree& tree, NodeId call);

// `expr` without the parentheses around it.
NodeId without_parentheses(const SyntaxTree& tree, NodeId expr);

}  // namespace mlfix

#include "semantic/project/questions.h"

namespace mlfix {

thread_local QuestionLog* Listening::current_ = nullptr;

}  // namespace mlfix

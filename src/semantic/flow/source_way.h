// The way from where a value is made to where it stands, for people to see.
#pragma once

#include <string>

#include "semantic/flow/value_origins.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

// What a value is made by, for who asks. It goes on in another file where a function gives it.
class MakerPolicy : public OriginPolicy {
 public:
  static constexpr Source kMade = own_source(0);       // by this expression
  static constexpr Source kElsewhere = own_source(1);  // by a function of another file

  // What a way says of its start: "`criterion(x, y)` gives a value with its graph".
  virtual std::string told(const SemanticModel& model, NodeId maker) const = 0;
};

// The steps from the nearest maker of the value, through names, sums and the results of functions.
// Empty where none is seen. For findings: the cost is that of ValueOrigins::trail().
WaySteps way_from_maker(const SemanticModel& model, const MakerPolicy& policy, NodeId value);

// The same for any call that makes an object: "`Net(width)` makes it".
WaySteps way_of_object(const SemanticModel& model, NodeId value);

}  // namespace mlfix

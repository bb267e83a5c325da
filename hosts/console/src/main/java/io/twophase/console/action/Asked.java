package io.twophase.console.action;

import java.util.Map;
import java.util.Optional;

/**
 * An operator's request of an action.
 *
 * @param id of the subject
 * @param operator the name of who asks
 * @param reason why
 * @param arguments what the other fields of the form say, by name
 */
record Asked(String id, String operator, String reason, Map<String, String> arguments) {

  Asked {
    arguments = Map.copyOf(arguments);
  }

  /** Returns what a field says, if it is not empty. */
  Optional<String> argument(String name) {
    return Optional.ofNullable(arguments.get(name));
  }
}

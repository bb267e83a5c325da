package io.twophase.console.screen;

import io.twophase.console.view.Json;
import io.twophase.domain.action.ActionKind;
import io.twophase.domain.action.ActionOutcome;
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something that an operator can do by hand.
 *
 * @param kind of action
 * @param fields what else its form asks for
 * @param preview what the action would do to the subject of an id, in sentences, by what is read
 *     now; or why it can do nothing. It writes nothing
 * @param doing does it, and says what became of it
 */
record Action(
    ActionKind kind,
    List<Field> fields,
    Function<String, Either<String, List<String>>> preview,
    Function<Asked, ActionOutcome> doing) {

  /**
   * A field of a form, which may stay empty.
   *
   * @param name of the parameter
   * @param label for people
   */
  record Field(String name, String label) {}

  /**
   * An operator's request of an action.
   *
   * @param id of the subject
   * @param operator the name of who asks
   * @param reason why
   * @param arguments what the other fields of the form say, by name
   */
  record Asked(String id, String operator, String reason, Map<String, String> arguments) {

    /** Returns what a field says, if it is not empty. */
    Optional<String> argument(String name) {
      return Optional.ofNullable(arguments.get(name));
    }
  }

  /** The place of its form. */
  String path() {
    return "/" + Json.lower(kind.subject("any").type()) + "/" + kind.word();
  }
}

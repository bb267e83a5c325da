package io.twophase.adapter.mongo.document;

import io.twophase.domain.transaction.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonString;

/** The states by their names on the wire. */
public final class StateNames {

  /** The name of each state that is written. */
  public static final Map<State, BsonString> WRITTEN =
      Arrays.stream(State.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  Function.identity(), state -> new BsonString(names(state).get(0))));

  private StateNames() {}

  /** The name that is written. */
  public static BsonString of(State state) {
    return Objects.requireNonNull(WRITTEN.get(state));
  }

  /** All names that mean a state: older tutorials call applied committed. */
  public static List<BsonString> all(State state) {
    return names(state).stream().map(BsonString::new).toList();
  }

  /** The names that are written of states in which somebody has to go on with a transaction. */
  public static List<BsonString> open() {
    return Arrays.stream(State.values())
        .filter(state -> !state.isFinal() && state != State.AUTHORIZED)
        .map(StateNames::of)
        .toList();
  }

  private static List<String> names(State state) {
    return switch (state) {
      case INITIAL -> List.of("initial");
      case PENDING -> List.of("pending");
      case AUTHORIZED -> List.of("authorized");
      case APPLIED -> List.of("applied", "committed");
      case DONE -> List.of("done");
      case CANCELING -> List.of("canceling");
      case CANCELED -> List.of("canceled", "cancelled");
    };
  }

  /** The state of a record. */
  public static State read(Fields fields) {
    String name = fields.text(Field.STATE);
    return Arrays.stream(State.values())
        .filter(state -> names(state).contains(name))
        .findFirst()
        .orElseThrow(() -> fields.fault(Field.STATE, "is '" + name + "', which is no state"));
  }
}

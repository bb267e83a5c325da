package io.twophase.adapter.mongo.document;

import io.twophase.domain.transaction.State;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonString;

/** The states by their names on the wire. */
public final class StateNames {

  private StateNames() {}

  /** The name that is written. */
  public static BsonString of(State state) {
    return new BsonString(name(state));
  }

  /** All names that mean a state: older tutorials call applied committed. */
  public static List<BsonString> all(State state) {
    return switch (state) {
      case APPLIED -> List.of(of(state), new BsonString("committed"));
      case CANCELED -> List.of(of(state), new BsonString("cancelled"));
      default -> List.of(of(state));
    };
  }

  /** The names that are written of states in which somebody has to go on with a transaction. */
  public static List<BsonString> open() {
    return Arrays.stream(State.values())
        .filter(state -> !state.isFinal() && state != State.AUTHORIZED)
        .map(StateNames::of)
        .toList();
  }

  private static String name(State state) {
    return switch (state) {
      case INITIAL -> "initial";
      case PENDING -> "pending";
      case AUTHORIZED -> "authorized";
      case APPLIED -> "applied";
      case DONE -> "done";
      case CANCELING -> "canceling";
      case CANCELED -> "canceled";
    };
  }

  /** The state of a record. */
  public static State read(Fields fields) {
    String name = fields.text(Field.STATE);
    return switch (name) {
      case "initial" -> State.INITIAL;
      case "pending" -> State.PENDING;
      case "authorized" -> State.AUTHORIZED;
      case "applied", "committed" -> State.APPLIED;
      case "done" -> State.DONE;
      case "canceling" -> State.CANCELING;
      case "canceled", "cancelled" -> State.CANCELED;
      default -> throw fields.fault(Field.STATE, "is '" + name + "', which is no state");
    };
  }
}

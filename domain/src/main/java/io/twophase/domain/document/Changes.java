package io.twophase.domain.document;

import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import java.util.List;

/**
 * The changes of a transaction to the fields of one document, all at once. Fields that are new come
 * behind the others; in which order among themselves is left to the server.
 *
 * @param all one or more, each on a field of its own
 */
public record Changes(List<FieldChange> all) {

  /**
   * @throws IllegalArgumentException if there are none, two are on one field or on a field and one
   *     inside of it, or one is on {@code _id} or on a field of the protocol
   */
  public Changes {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a change changes no field");
    }
    for (int at = 0; at < all.size(); at++) {
      FieldChange change = all.get(at);
      String top = change.path().top();
      if (top.equals(Names.ID) || Names.isReserved(top)) {
        throw new IllegalArgumentException("the field " + change.path() + " cannot be changed");
      }
      for (FieldChange before : all.subList(0, at)) {
        if (before.path().overlaps(change.path())) {
          throw new IllegalArgumentException(
              "the fields " + before.path() + " and " + change.path() + " change at once");
        }
      }
    }
  }

  /** Returns the same, of these. */
  public static Changes of(FieldChange... changes) {
    return new Changes(List.of(changes));
  }

  /**
   * A document's fields after them, or the first that cannot be, with the reason. Each is asked of
   * the document as it was, not as another of them would leave it.
   */
  public Either<ImpossibleChange, Fields> applyTo(Fields fields) {
    Fields changed = fields;
    for (FieldChange change : all) {
      Either<ImpossibleChange, Fields> possible = new ChangeApplication(fields, changed).of(change);
      if (possible.isLeft()) {
        return possible;
      }
      changed = possible.get();
    }
    return Either.right(changed);
  }
}

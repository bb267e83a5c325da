package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

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

  /**
   * A change, applied to fields as MongoDB's update operator of the same name applies it. The
   * document before all changes says whether the change is possible; the change is made in the
   * document as the changes before have made it.
   *
   * @param fields the document as it was
   * @param changed the document as the changes before have left it
   */
  private record ChangeApplication(Fields fields, Fields changed) {

    /** The fields after the change, or why it cannot be. */
    Either<ImpossibleChange, Fields> of(FieldChange change) {
      return switch (change.kind()) {
        case SET -> made(change.path(), found -> put(change.path(), change.value()), change::value);
        case UNSET -> unset(change.path());
        case INC -> made(change.path(), found -> sum(change, found), change::value);
        case PUSH -> push(change);
        case PULL -> pull(change);
      };
    }

    private Either<ImpossibleChange, Fields> unset(FieldPath path) {
      return Place.of(fields, path)
          .fold(
              found -> Either.right(Place.remove(changed, path)),
              () -> Either.right(changed),
              blocked ->
                  // behind a value, some servers refuse to remove what an index names
                  blocked.value() instanceof Value.Array || path.mayLeadIntoArrays()
                      ? Either.left(inTheWay(path, blocked))
                      : Either.right(changed));
    }

    private Either<ImpossibleChange, Fields> sum(FieldChange change, Value found) {
      if (found instanceof Value.Int32 a && change.value() instanceof Value.Int32 b) {
        long sum = (long) a.value() + b.value();
        return sum == (int) sum
            ? put(change.path(), new Value.Int32((int) sum))
            : impossible(change.path(), "a number that does not leave 32 bits", found);
      }
      if (!(found instanceof Value.Int32) && !(found instanceof Value.Int64)) {
        return impossible(change.path(), "a whole number", found);
      }
      long a = found.wholeNumber().orElseThrow();
      long b = change.value().wholeNumber().orElseThrow();
      long sum = a + b;
      boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
      return overflows
          ? impossible(change.path(), "a number that does not leave 64 bits", found)
          : put(change.path(), new Value.Int64(sum));
    }

    private Either<ImpossibleChange, Fields> push(FieldChange change) {
      return made(
          change.path(),
          found -> {
            if (!(found instanceof Value.Array array)) {
              return impossible(change.path(), "an array", found);
            }
            List<Value> longer = new ArrayList<>(array.values());
            longer.add(change.value());
            return put(change.path(), new Value.Array(longer));
          },
          () -> new Value.Array(List.of(change.value())));
    }

    private Either<ImpossibleChange, Fields> pull(FieldChange change) {
      return Place.of(fields, change.path())
          .fold(
              found -> {
                if (!(found instanceof Value.Array array)) {
                  return impossible(change.path(), "an array", found);
                }
                return put(
                    change.path(),
                    new Value.Array(
                        array.values().stream()
                            .filter(value -> !value.matches(change.value()))
                            .toList()));
              },
              () -> Option.ofOptional(missingParent(change.path())).toEither(changed).swap(),
              blocked -> Either.left(inTheWay(change.path(), blocked)));
    }

    /**
     * Returns the refusal of a pull below a missing parent. A missing field needs no pull; but
     * where an embedded document on the way is not there either, servers differ: some make it. So
     * it is asked for.
     */
    private Optional<ImpossibleChange> missingParent(FieldPath path) {
      return path.parents().stream()
          .filter(this::isMissing)
          .findFirst()
          .map(parent -> new ImpossibleChange(parent, "an embedded document", Optional.empty()));
    }

    private boolean isMissing(FieldPath path) {
      return Place.of(fields, path).fold(found -> false, () -> true, blocked -> false);
    }

    /**
     * Returns the answer of {@code found} if the field is there; else the field is {@code made}.
     */
    private Either<ImpossibleChange, Fields> made(
        FieldPath path,
        Function<Value, Either<ImpossibleChange, Fields>> found,
        Supplier<Value> made) {
      return Place.of(fields, path)
          .fold(
              found, () -> put(path, made.get()), blocked -> Either.left(inTheWay(path, blocked)));
    }

    private Either<ImpossibleChange, Fields> put(FieldPath path, Value value) {
      return Either.right(Place.put(changed, path, value));
    }

    private static ImpossibleChange inTheWay(FieldPath path, Place.Blocked blocked) {
      String name = path.names().get(blocked.by().names().size());
      String expected =
          blocked.value() instanceof Value.Array array && FieldPath.isIndex(name)
              ? element(array, name)
              : "an embedded document";
      return new ImpossibleChange(blocked.by(), expected, Optional.of(blocked.value()));
    }

    private static String element(Value.Array array, String index) {
      return Integer.parseInt(index) < array.values().size()
          ? "an array without arrays and fields \"" + index + "\" in its elements"
          : "an array with an element " + index;
    }

    private static Either<ImpossibleChange, Fields> impossible(
        FieldPath path, String expected, Value found) {
      return Either.left(new ImpossibleChange(path, expected, Optional.of(found)));
    }
  }

  /**
   * A reason why a field cannot be changed as asked.
   *
   * @param path the field that is in the way: the one to be changed, or one that leads to it
   * @param expected what it would have to be
   * @param found what it is, if it is there
   */
  public record ImpossibleChange(FieldPath path, String expected, Optional<Value> found) {}
}
